import { useTranslation } from '../../i18n/useTranslation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {Array.from({ length: 9 }, (_, tile) => (
        <Skeleton key={tile} className="aspect-square rounded-none rail:rounded-card" />
      ))}
    </div>
  );
}
