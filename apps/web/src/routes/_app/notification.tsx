import { createFileRoute } from '@tanstack/react-router';
import SquarePen from 'lucide-react/icons/square-pen';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FollowRequests } from '../../features/follows/FollowRequests.tsx';
import { NotificationList } from '../../features/notifications/NotificationList.tsx';
import { type Filter, filters, notificationsInput } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';

interface NotificationsScreenProps {
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

function FilterBar({ chosen, onChoose }: NotificationsScreenProps) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('notifications.filter')}
      className="flex flex-wrap gap-1 px-4 min-[24rem]:gap-1.5 pb-3 rail:gap-2 rail:px-0"
    >
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className={cx(
            'min-h-11 flex-auto rounded-full px-1.5 text-13 font-semibold -outline-offset-2 transition-colors rail:flex-none rail:px-4 rail:text-15',
            filter === chosen ? 'bg-inverse text-inverse-ink' : 'bg-sunken text-ink hover:bg-line',
          )}
        >
          {t(`notifications.${filter}`)}
        </button>
      ))}
    </div>
  );
}

function NotificationsScreen() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>('all');
  const { open } = usePopup();
  return (
    <div className="mx-auto max-w-155 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('menu.notifications') })}</title>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 rail:px-0">
        <h1 className="text-28 font-bold tracking-tight">{t('menu.notifications')}</h1>
        <Button look="quiet" small onClick={() => void open({ popup: 'compose' })}>
          <SquarePen aria-hidden className="size-4.5" />
          <span className="sr-only rail:not-sr-only">{t('notifications.newPost')}</span>
        </Button>
      </div>
      <FollowRequests />
      <FilterBar chosen={filter} onChoose={setFilter} />
      <NotificationList filter={filter} />
    </div>
  );
}

export const Route = createFileRoute('/_app/notification')({
  loader: async () => {
    const { queries } = await import('../../lib/trpc.ts');
    void queries.notifications.list.prefetchInfinite(notificationsInput('all'), { staleTime: 60_000 });
  },
  component: NotificationsScreen,
});
