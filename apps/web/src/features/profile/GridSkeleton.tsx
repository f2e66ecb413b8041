import { useTranslation } from 'react-i18next';
import { TilesSkeleton } from './TilesSkeleton.tsx';

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <TilesSkeleton />
    </div>
  );
}
