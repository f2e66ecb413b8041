import { createFileRoute, Link } from '@tanstack/react-router';
import Bookmark from 'lucide-react/icons/bookmark';
import Camera from 'lucide-react/icons/camera';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitingPosts } from '../../features/composer/WaitingPosts.tsx';
import { GridSkeleton } from '../../features/posts/PostTile.tsx';
import { PeoplePopup } from '../../features/profile/PeoplePopup.tsx';
import { PostGrid } from '../../features/profile/PostGrid.tsx';
import { ProfileHeader } from '../../features/profile/ProfileHeader.tsx';
import { ProfilePage, ProfileSkeleton } from '../../features/profile/ProfileSkeleton.tsx';
import { loadAccount } from '../../lib/loadScreens.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { EmptyState } from '../../ui/States.tsx';

const BookmarkedPosts = lazy(() => import('../../features/bookmarks/BookmarkedPosts.tsx'));
const FirstSteps = lazy(() => import('../../features/welcome/FirstSteps.tsx'));
const SetUp = lazy(() => import('../../features/host/SetUp.tsx'));

/** The tabs for the member's own posts and for the member's bookmarks, which nobody else can see. */
function Tabs({ saved }: { saved: boolean }) {
  const { t } = useTranslation();
  const tab = (chosen: boolean) =>
    cx(
      'inline-flex min-h-11 flex-1 items-center justify-center gap-2 border-b-2 text-15 font-semibold',
      chosen ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
    );
  return (
    <nav aria-label={t('bookmarks.lists')} className="mb-2 flex border-b border-line rail:mb-4">
      <Link to="/account" resetScroll={false} aria-current={saved ? undefined : 'page'} className={tab(!saved)}>
        <LayoutGrid aria-hidden className="size-4.5" />
        {t('bookmarks.posts')}
      </Link>
      <Link
        to="/account"
        search={{ saved: true }}
        resetScroll={false}
        aria-current={saved ? 'page' : undefined}
        className={tab(saved)}
      >
        <Bookmark aria-hidden className="size-4.5" />
        {t('bookmarks.title')}
      </Link>
    </nav>
  );
}

function AccountScreen() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { open } = usePopup();
  const saved = Route.useSearch({ select: (search) => search.saved === true });
  const firstSteps = viewer.newcomer && <FirstSteps />;
  const account = (
    <ProfilePage title={t('menu.account')}>
      <div className="px-4 pt-4 empty:hidden rail:px-0 rail:pt-6">
        {viewer.host ? <SetUp then={firstSteps} /> : firstSteps}
      </div>
      <ProfileHeader person={viewer}>
        <Button variant="quiet" onClick={() => void open({ popup: 'edit-profile' })}>
          {t('settings.editProfile')}
        </Button>
      </ProfileHeader>
      <Tabs saved={saved} />
      {!saved && <WaitingPosts />}
      {saved ? (
        <Suspense fallback={<GridSkeleton />}>
          <BookmarkedPosts />
        </Suspense>
      ) : (
        <PostGrid
          userId={viewer.userId}
          name={nameOf(viewer)}
          own
          empty={
            <EmptyState icon={Camera} title={t('post.noPosts')}>
              <Button onClick={() => void open({ popup: 'compose' })}>{t('home.share')}</Button>
            </EmptyState>
          }
        />
      )}
      <PeoplePopup userId={viewer.userId} />
    </ProfilePage>
  );
  // One Suspense boundary covers the whole screen. So the first steps of a new member do not push the rest down when their code
  // has loaded.
  return <Suspense fallback={<ProfileSkeleton />}>{account}</Suspense>;
}

export const Route = createFileRoute('/_app/account')({
  loader: loadAccount,
  component: AccountScreen,
});
