import { createFileRoute } from '@tanstack/react-router';
import Camera from 'lucide-react/icons/camera';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitingPosts } from '../../features/composer/WaitingPosts.tsx';
import { PostGrid } from '../../features/profile/PostGrid.tsx';
import { ProfileHeader } from '../../features/profile/ProfileHeader.tsx';
import { ProfilePage } from '../../features/profile/ProfileSkeleton.tsx';
import { firstLook, userPostsInput } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

const FirstSteps = lazy(() => import('../../features/welcome/FirstSteps.tsx'));
const PeopleDialog = lazy(() => import('../../features/profile/PeopleDialog.tsx'));

function AccountScreen() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { popup, open } = usePopup();
  return (
    <ProfilePage title={t('menu.account')}>
      <Suspense fallback={null}>{viewer.newcomer && <FirstSteps />}</Suspense>
      <ProfileHeader person={viewer}>
        <Button look="quiet" onClick={() => void open({ popup: 'edit-profile' })}>
          {t('settings.editProfile')}
        </Button>
      </ProfileHeader>
      <WaitingPosts />
      <PostGrid
        userId={viewer.userId}
        userName={viewer.userName}
        own
        empty={
          <EmptyState icon={Camera} title={t('post.noPosts')} lead={t('profile.firstPostLead')}>
            <Button onClick={() => void open({ popup: 'compose' })}>{t('home.share')}</Button>
          </EmptyState>
        }
      />
      <Suspense fallback={null}>
        {(popup === 'followers' || popup === 'following') && <PeopleDialog userId={viewer.userId} kind={popup} />}
      </Suspense>
    </ProfilePage>
  );
}

export const Route = createFileRoute('/_app/account')({
  loader: async () => {
    const [{ queries }, { loadSession }] = await Promise.all([
      import('../../lib/trpc.ts'),
      import('../../lib/session.ts'),
    ]);
    const session = await loadSession();
    if (!session) return;
    await firstLook(queries.posts.byUser.prefetchInfinite(userPostsInput(session.user.userId), { staleTime: 60_000 }));
  },
  component: AccountScreen,
});
