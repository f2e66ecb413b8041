import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton, times } from '../../ui/Skeleton.tsx';
import { GridSkeleton } from '../posts/PostTile.tsx';

export function ProfilePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-235 rail:px-6">
      {title && <title>{t('common.pageTitle', { page: title })}</title>}
      {children}
    </div>
  );
}

/** A placeholder with the layout of ProfileHeader. */
function HeaderSkeleton() {
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-4 px-4 py-6 rail:gap-x-12 rail:gap-y-2 rail:px-0 rail:py-8">
      <Skeleton className="size-24 rounded-full rail:row-span-3 rail:size-36" />
      <Skeleton className="h-7 w-40 max-w-full rail:h-8.5" />
      <div className="col-span-2 flex min-h-11.5 items-center justify-around gap-2 rail:col-span-1 rail:min-h-11 rail:justify-start rail:gap-8">
        {times(3).map((count) => (
          <Skeleton key={count} className="h-5 w-16" />
        ))}
      </div>
      <div className="col-span-2 rail:col-span-1">
        <Skeleton className="h-11 rounded-full rail:w-36" />
      </div>
    </div>
  );
}

export function ProfileSkeleton() {
  return (
    <ProfilePage title="">
      <HeaderSkeleton />
      <GridSkeleton />
    </ProfilePage>
  );
}
