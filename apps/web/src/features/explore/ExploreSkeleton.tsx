import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function ExploreSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex gap-4">
      <div className="flex flex-1 flex-col gap-4">
        <Skeleton className="h-96 rounded-none rail:rounded-card" />
        <Skeleton className="h-72 rounded-none rail:rounded-card" />
      </div>
      <div className="hidden flex-1 flex-col gap-4 rail:flex">
        <Skeleton className="h-72" />
        <Skeleton className="h-96" />
      </div>
      <div className="hidden flex-1 flex-col gap-4 wide:flex">
        <Skeleton className="h-80" />
        <Skeleton className="h-88" />
      </div>
    </div>
  );
}
