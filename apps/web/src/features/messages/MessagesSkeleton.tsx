import { useTranslation } from '../../i18n/useTranslation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';

/** Contacts beside an open chat. */
export function MessagesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-[calc(100dvh-8rem)] rail:min-h-[calc(100dvh-2rem)]">
      <title>{t('common.pageTitle', { page: t('menu.messages') })}</title>
      <div className="w-full border-line p-4 rail:w-80 rail:border-r">
        <h1 className="pb-4 text-21 font-bold">{t('menu.messages')}</h1>
        <SkeletonList rows={8} />
      </div>
      <div className="hidden flex-1 flex-col justify-end gap-3 p-6 rail:flex">
        <Skeleton className="h-11 w-1/3 rounded-full" />
        <Skeleton className="h-11 w-1/2 self-end rounded-full" />
        <Skeleton className="h-11 w-2/5 rounded-full" />
      </div>
    </div>
  );
}
