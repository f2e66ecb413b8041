import { useTranslation } from 'react-i18next';
import { Skeleton } from './Skeleton.tsx';
import { times } from './times.ts';

/** Rows of a picture and two lines, for lists of people. */
export function SkeletonList({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col">
      {times(rows).map((row) => (
        <div key={row} className="flex items-center gap-3 py-2">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
