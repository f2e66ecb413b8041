import Camera from 'lucide-react/icons/camera';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { WaitingPosts } from '../composer/WaitingPosts.tsx';
import { PostGrid } from './PostGrid.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfilePage } from './ProfileSkeleton.tsx';

const PeopleDialog = lazy(() => import('./PeopleDialog.tsx'));

export function AccountScreen() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { popup, open } = usePopup();
  return (
    <ProfilePage title={t('menu.account')}>
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
