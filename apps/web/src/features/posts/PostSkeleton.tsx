import { useTranslation } from '../../i18n/useTranslation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { times } from '../../ui/times.ts';

/** Cards in the shape of the feed. */
export function PostSkeleton({ cards = 2 }: { cards?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col rail:gap-4 rail:pt-4">
      {times(cards).map((card) => (
        <div
          key={card}
          className="flex flex-col gap-3 py-3 rail:rounded-card rail:border rail:border-line rail:bg-surface rail:p-4"
        >
          <div className="flex items-center gap-3 px-4 rail:px-0">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-44" />
            </div>
          </div>
          <Skeleton className="aspect-4/3 rounded-none rail:rounded-card" />
          <div className="flex flex-col gap-2 px-4 rail:px-0">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
