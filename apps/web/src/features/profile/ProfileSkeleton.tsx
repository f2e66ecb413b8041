import { GridSkeleton } from './GridSkeleton.tsx';
import { HeaderSkeleton } from './HeaderSkeleton.tsx';
import { ProfilePage } from './ProfilePage.tsx';

export function ProfileSkeleton() {
  return (
    <ProfilePage title="">
      <HeaderSkeleton />
      <GridSkeleton />
    </ProfilePage>
  );
}
