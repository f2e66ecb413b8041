import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { Skeleton, times } from '../../ui/Skeleton.tsx';

/** A placeholder for the picture, the name and the date at the top of a post. */
export const AuthorSkeleton = ({ className }: { className?: string }) => (
  <div className={cx('flex min-h-13 items-center gap-3', className)}>
    <Skeleton className="size-10 shrink-0 rounded-full" />
    <div className="min-w-0 flex-1">
      <Skeleton className="my-1.75 h-3.5 w-32" />
      <Skeleton className="my-1.5 h-3 w-16" />
    </div>
  </div>
);

/** A placeholder for the caption of a post. */
export const CaptionSkeleton = () => <Skeleton className="my-1 h-3.5 w-4/5" />;

/** A placeholder for a card of the feed. */
export function CardSkeleton() {
  return (
    <div className="flex flex-col gap-2.5 border-b border-line bg-ground pt-4 pb-3 rail:rounded-card rail:border rail:bg-surface rail:p-4">
      <AuthorSkeleton className="px-4 rail:px-0" />
      <Skeleton className="aspect-4/3 rounded-none rail:rounded-card" />
      <div className="flex flex-col gap-1.5 px-4 rail:px-0">
        <CaptionSkeleton />
        <div className="flex h-11 items-center gap-5">
          <Skeleton className="h-6 w-10" />
          <Skeleton className="h-6 w-10" />
        </div>
        <Skeleton className="my-3.5 h-4 w-36" />
      </div>
    </div>
  );
}

/** Placeholder cards for a feed that is loading. */
export function PostSkeleton({ cards = 2 }: { cards?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-[12px] wide:gap-[20px]">
      {times(cards).map((card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  );
}
