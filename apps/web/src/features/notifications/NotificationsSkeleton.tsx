import { useTranslation } from '../../i18n/useTranslation.ts';
import { SkeletonList } from '../../ui/SkeletonList.tsx';

export function NotificationsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-155 px-4 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('menu.notifications') })}</title>
      <h1 className="pb-4 text-28 font-bold tracking-tight">{t('menu.notifications')}</h1>
      <SkeletonList rows={8} />
    </div>
  );
}
