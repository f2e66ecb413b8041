import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { useTranslation } from 'react-i18next';
import { breath, onLive, spaced } from '../../lib/live.ts';
import { queries, trpc } from '../../lib/trpc.ts';

export function Badge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (!count) return null;
  return (
    <span className="absolute -top-1 left-3.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-13 leading-4.5 font-bold text-accent-ink">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">, {t('menu.unread', { count })}</span>
    </span>
  );
}

const kept = { staleTime: 60_000 };

/** How many notifications are unread, and requests to follow unanswered; live events bring it up to date. */
export const useUnreadNotifications = (): number =>
  (trpc.notifications.unreadCount.useQuery(undefined, kept).data?.count ?? 0) +
  (trpc.follows.requestsCount.useQuery(undefined, kept).data?.count ?? 0);

/** Fetches the lists on the screen again when the live stream tells of a new notification. */
export function listenForNotifications(): () => void {
  const lists = spaced(breath, () => void queries.notifications.invalidate());
  const off = [
    onLive('notification.created', lists.run),
    onLive('ready', () => void queries.notifications.unreadCount.invalidate()),
  ];
  return () => {
    lists.stop();
    for (const stop of off) stop();
  };
}

export function NotificationBell() {
  const { t } = useTranslation();
  const unread = useUnreadNotifications();
  return (
    <Link
      to="/notification"
      title={t('menu.notifications')}
      className="inline-grid size-11 place-items-center rounded-full hover:bg-sunken"
      activeProps={{ className: 'text-accent-text' }}
    >
      <span className="relative">
        <Bell aria-hidden className="size-6" strokeWidth={1.9} />
        <span className="sr-only">{t('menu.notifications')}</span>
        <Badge count={unread} />
      </span>
    </Link>
  );
}
