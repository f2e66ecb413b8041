import SquarePen from 'lucide-react/icons/square-pen';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { usePopup } from '../../lib/popups.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from './FilterBar.tsx';
import { NotificationList } from './NotificationList.tsx';
import type { Filter } from './types.ts';

const SamplePostDialog = lazy(() => import('./SamplePostDialog.tsx'));

export function NotificationsScreen() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>('all');
  const { popup, open, close } = usePopup();
  return (
    <div className="mx-auto max-w-155 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('menu.notifications') })}</title>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 rail:px-0">
        <h1 className="text-28 font-bold tracking-tight">{t('menu.notifications')}</h1>
        <Button look="quiet" small onClick={() => void open({ popup: 'sample-post' })}>
          <SquarePen aria-hidden className="size-4.5" />
          <span className="sr-only rail:not-sr-only">{t('notifications.newPost')}</span>
        </Button>
      </div>
      <FilterBar chosen={filter} onChoose={setFilter} />
      <NotificationList filter={filter} />
      <Suspense fallback={null}>{popup === 'sample-post' && <SamplePostDialog onClose={close} />}</Suspense>
    </div>
  );
}
