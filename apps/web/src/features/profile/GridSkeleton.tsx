import { useTranslation } from '../../i18n/useTranslation.ts';
import { TilesSkeleton } from './TilesSkeleton.tsx';

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <TilesSkeleton />
    </div>
  );
}
