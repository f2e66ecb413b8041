import Bell from 'lucide-react/icons/bell';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { trpc } from '../../lib/trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { notificationsInput } from './notificationsInput.ts';
import { Samples } from './Samples.tsx';
import type { Filter } from './types.ts';
import { useMarkSeen } from './useMarkSeen.ts';

const nothing = { follow: 'noFollow', likes: 'noLikes', comments: 'noComments' } as const;

export function NotificationList({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const all = trpc.notifications.list.useInfiniteQuery(notificationsInput('all'), paging);
  const list = trpc.notifications.list.useInfiniteQuery(notificationsInput(filter), paging);
  const items = itemsOf(list.data);
  useMarkSeen(itemsOf(all.data));

  if (all.data && !itemsOf(all.data).length) return <Samples />;
  if (!list.data && (list.isError || list.isPaused)) {
    return <ErrorState title={t('notifications.failed')} onRetry={() => void list.refetch()} />;
  }
  if (!all.data || !list.data) {
    return (
      <div className="px-4 rail:px-0">
        <SkeletonList rows={8} />
      </div>
    );
  }
  if (!items.length && filter !== 'all') {
    return <EmptyState icon={Bell} title={t(`notifications.${nothing[filter]}`)} lead={t('notifications.noneLead')} />;
  }
  return (
    <PagedList
      key={filter}
      name={`notifications-${filter}`}
      label={t('notifications.list')}
      items={items}
      more={list}
      estimate={(item) => (item.excerpt ? 96 : 76)}
      keyOf={(item) => item.notificationId}
      render={(item, position) => <NotificationRow notification={item} {...position} />}
      skeleton={<SkeletonList rows={2} />}
      end={items.length > 5 && <p className="py-8 text-center text-15 text-soft">{t('notifications.end')}</p>}
    />
  );
}
