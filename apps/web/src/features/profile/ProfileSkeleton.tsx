import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyStyle, Skeleton, times } from '../../ui/Skeleton.tsx';

export function ProfilePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-235 rail:px-6">
      {title && <title>{t('common.pageTitle', { page: title })}</title>}
      {children}
    </div>
  );
}

/** Placeholders for a member's newest posts. start/draw.ts fills in the pictures before the app renders. */
export function TilesSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {times(9).map((tile) => (
        <Skeleton
          key={tile}
          part="picture"
          className="relative aspect-square overflow-hidden rounded-none rail:rounded-card"
        />
      ))}
    </div>
  );
}

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <TilesSkeleton />
    </div>
  );
}

/** A placeholder with the layout of ProfileHeader. start/draw.ts finds its parts by `data-part`. */
export function HeaderSkeleton() {
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-4 px-4 py-6 rail:gap-x-12 rail:gap-y-2 rail:px-0 rail:py-8">
      <Skeleton part="avatar" className="relative size-24 overflow-hidden rounded-full rail:row-span-3 rail:size-36" />
      <p
        data-part="name"
        className={`text-21 font-bold tracking-tight empty:h-7 empty:w-40 empty:max-w-full rail:text-28 rail:empty:h-8.5 ${emptyStyle}`}
      />
      <div className="col-span-2 flex min-h-11.5 items-center justify-around gap-2 rail:col-span-1 rail:min-h-11 rail:justify-start rail:gap-8">
        {times(3).map((count) => (
          <Skeleton key={count} className="h-5 w-16" />
        ))}
      </div>
      <div className="col-span-2 flex flex-col gap-4 rail:col-span-1">
        <div className="has-[p:empty]:hidden">
          <Skeleton className="my-0.75 h-3 w-16" />
          <p data-part="bio" className="max-w-140 text-15 whitespace-pre-wrap" />
        </div>
        <p data-part="links" className="max-w-140 text-15 wrap-anywhere empty:hidden" />
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
