import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import Bell from 'lucide-react/icons/bell';
import Info from 'lucide-react/icons/info';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { type Filter, itemsOf, notificationsInput, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { NotificationView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { NotificationRow } from './NotificationRow.tsx';

const look = 1_000;

/** Notifications seen for a second are marked read: the bell's badge clears at once, the dots on the next visit. */
function useMarkSeen(shown: NotificationView[]): void {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const newest = shown[0];
  const mark = newest && `${newest.notificationId} ${newest.createdAt}`;
  const loaded = mark !== undefined;

  useEffect(() => {
    if (!mark) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(markSeen, look);
    };
    const markSeen = async () => {
      document.removeEventListener('visibilitychange', wait);
      try {
        await api.notifications.markAllRead.mutate();
        await utils.notifications.unreadCount.cancel();
        utils.notifications.unreadCount.setData(undefined, { count: 0 });
      } catch {
        // They stay unread until the next visit.
      }
    };
    document.addEventListener('visibilitychange', wait);
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [mark, utils]);

  useEffect(() => {
    if (!loaded) return;
    return () => void client.invalidateQueries({ queryKey: getQueryKey(trpc.notifications.list), refetchType: 'none' });
  }, [client, loaded]);
}

const looks = {
  peach: 'fill-picture-peach',
  sea: 'fill-picture-sea',
  leaf: 'fill-picture-leaf',
  dusk: 'fill-picture-dusk',
};

interface Props {
  name: string;
  text: string;
  look: keyof typeof looks;
}

function SampleRow({ name, text, look }: Props) {
  const { t } = useTranslation();
  return (
    <li className="flex min-h-19 items-center gap-3 px-4 py-3 rail:px-3">
      <svg viewBox="0 0 40 40" aria-hidden className="size-12 shrink-0 overflow-hidden rounded-full bg-sunken">
        <g className={cx('opacity-80', looks[look])}>
          <circle cx="20" cy="16" r="7" />
          <path d="M5 40c.6-9.4 6.6-14.4 15-14.4S34.4 30.6 35 40z" />
        </g>
      </svg>
      <div className="min-w-0 flex-1 text-15">
        <p className="font-semibold">{name}</p>
        <p className="text-soft">{text}</p>
      </div>
      <span className="shrink-0 rounded-full border border-line px-2.5 py-0.5 text-13 font-medium text-soft">
        {t('notifications.sample')}
      </span>
    </li>
  );
}

const samples = [
  { name: 'marta.w', text: 'sampleFollowed', look: 'peach' },
  { name: 'diego', text: 'sampleLiked', look: 'sea' },
  { name: 'nina_k', text: 'sampleUnfollowed', look: 'leaf' },
  { name: 'ala', text: 'sampleLikedToo', look: 'dusk' },
] as const;

/** Examples for a member who has no notification yet; they are not filtered. */
function Samples() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="samples">
      <div className="mx-4 mb-3 flex gap-3 rounded-card bg-sunken px-4 py-3 rail:mx-0">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <div>
          <h2 id="samples" className="text-15 font-semibold">
            {t('notifications.samples')}
          </h2>
          <p className="text-15 text-pretty text-soft">{t('notifications.samplesLead')}</p>
        </div>
      </div>
      <ul>
        {samples.map(({ name, text, look }) => (
          <SampleRow key={name} name={name} text={t(`notifications.${text}`)} look={look} />
        ))}
      </ul>
    </section>
  );
}

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
