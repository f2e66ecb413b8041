import { createFileRoute } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FollowRequests, useFollowRequests } from '../../features/follows/FollowRequests.tsx';
import { NotificationList } from '../../features/notifications/NotificationList.tsx';
import { NewMembers } from '../../features/people/NewMembers.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { type Filter, filters } from '../../lib/lists.ts';
import { loadNotifications } from '../../lib/loadScreens.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';

function NotificationsScreen() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>('all');
  const { open } = usePopup();
  const requests = useFollowRequests();
  const showsRequests = filter === 'all' || filter === 'follow';
  const newest = trpc.users.newest.useQuery(undefined, { staleTime: 10 * 60_000 });
  const joined = newest.data?.items ?? [];
  // Follow requests and new members are shown above the notifications and would push them down, so all wait for each other.
  const waits = showsRequests && [requests, newest].some((each) => each.isPending && !each.isPaused);
  return (
    <WithPanel className="py-5 rail:py-8">
      <title>{t('common.pageTitle', { page: t('menu.notifications') })}</title>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 rail:px-0">
        <h1 className="text-28 font-bold tracking-tight">{t('menu.notifications')}</h1>
        <Button variant="quiet" small onClick={() => void open({ popup: 'compose' })}>
          <Plus aria-hidden className="size-5" />
          <span className="sr-only rail:not-sr-only">{t('notifications.newPost')}</span>
        </Button>
      </div>
      <FilterBar
        label={t('notifications.filter')}
        options={filters}
        nameOf={(each) => t(`notifications.${each}`)}
        chosen={filter}
        onChoose={setFilter}
        className="px-4 pb-3 rail:px-0"
      />
      {waits ? (
        <div className="px-4 rail:px-0">
          <SkeletonList rows={8} large />
        </div>
      ) : (
        <>
          {showsRequests && <FollowRequests list={requests} />}
          {filter === 'all' && joined.length > 0 && <NewMembers people={joined} />}
          <NotificationList filter={filter} />
        </>
      )}
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/notification')({
  loader: loadNotifications,
  component: NotificationsScreen,
});
