import { useTranslation } from '../../i18n/useTranslation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { times } from '../../ui/times.ts';

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {times(9).map((tile) => (
        <Skeleton key={tile} className="aspect-square rounded-none rail:rounded-card" />
      ))}
    </div>
  );
}
