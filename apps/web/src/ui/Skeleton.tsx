import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';

/** Returns the numbers from 0 to n - 1, for rendering n placeholders. */
export const times = (n: number): number[] => [...Array(n).keys()];

/** A placeholder for content that is loading. `className` gives its size, or `height` if it depends on the content. */
export function Skeleton({ className, height }: { className?: string; height?: string | number }) {
  return <div aria-hidden style={{ height }} className={cx('animate-shimmer rounded-card bg-sunken', className)} />;
}

/** Placeholder rows with a picture and two lines, for lists of members. `large` rows are for chats and notifications. */
export function SkeletonList({ rows = 6, large = false }: { rows?: number; large?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col">
      {times(rows).map((row) => (
        <div key={row} className={cx('flex items-center gap-3', large ? 'min-h-18.5 py-3' : 'py-2')}>
          <Skeleton className={cx('rounded-full', large ? 'size-12' : 'size-10')} />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
