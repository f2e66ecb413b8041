import { createFileRoute, Link, Navigate, useLocation } from '@tanstack/react-router';
import Camera from 'lucide-react/icons/camera';
import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import { PersonMenu } from '../../features/blocks/PersonMenu.tsx';
import { FollowButton } from '../../features/follows/FollowButton.tsx';
import { PeoplePopup } from '../../features/profile/PeoplePopup.tsx';
import { PostGrid } from '../../features/profile/PostGrid.tsx';
import { hidesPosts, ProfileHeader } from '../../features/profile/ProfileHeader.tsx';
import { ProfilePage, ProfileSkeleton } from '../../features/profile/ProfileSkeleton.tsx';
import { failureOf } from '../../lib/failure.ts';
import { loadUser } from '../../lib/loadScreens.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';

function UserScreen({ userName }: { userName: string }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const query = trpc.users.byName.useQuery({ userName });
  const person = query.data;
  const writtenAt = useLocation({ select: ({ state }) => state.writtenAt });
  // The member was deleted or renamed after the first fetch.
  if (query.isError && failureOf(query.error).code === 'not-found') return <Navigate to="/404" replace />;
  if (query.isPending) return <ProfileSkeleton />;
  // A text that mentions the name is older than the member.
  if (person && writtenAt && person.createdAt > writtenAt) return <Navigate to="/404" replace />;
  if (!person) return <ErrorState title={t('profile.failed')} onRetry={() => void query.refetch()} />;
  const closed = hidesPosts(person, viewer.userId);
  const closedLead = person.followState === 'requested' ? 'closedAsked' : 'closedLead';
  return (
    <ProfilePage title={nameOf(person)}>
      <ProfileHeader person={person}>
        <FollowButton person={person} />
        <Link
          to="/messages"
          search={{ userId: person.userId }}
          className="inline-flex min-h-11 min-w-26 items-center justify-center rounded-full bg-sunken px-5 font-semibold hover:bg-line"
        >
          {t('profile.message')}
        </Link>
        <PersonMenu person={person} />
      </ProfileHeader>
      {closed ? (
        <EmptyState
          icon={Lock}
          title={t('profile.closed')}
          lead={t(`profile.${closedLead}`, { name: nameOf(person) })}
        />
      ) : (
        <PostGrid
          key={person.userId}
          userId={person.userId}
          name={nameOf(person)}
          empty={<EmptyState icon={Camera} title={t('post.noPosts')} />}
        />
      )}
      {!closed && <PeoplePopup userId={person.userId} />}
    </ProfilePage>
  );
}

export const Route = createFileRoute('/_app/user/$username')({
  loader: ({ params, location }) => loadUser(params.username, location.search),
  pendingMs: 150,
  pendingComponent: ProfileSkeleton,
  component: () => <UserScreen userName={Route.useParams().username} />,
});
