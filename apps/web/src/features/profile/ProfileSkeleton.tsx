import { Skeleton } from '../../ui/Skeleton.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { ProfilePage } from './ProfilePage.tsx';

export function ProfileSkeleton() {
  return (
    <ProfilePage title="">
      <div className="flex items-center gap-6 px-4 py-6 rail:gap-12 rail:px-2 rail:py-8">
        <Skeleton className="size-24 shrink-0 rounded-full rail:size-36" />
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
      </div>
      <GridSkeleton />
    </ProfilePage>
  );
}
