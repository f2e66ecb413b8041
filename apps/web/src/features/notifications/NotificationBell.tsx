import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onLive, refetchIntervalMs, throttle } from '../../lib/live.ts';
import { queries } from '../../lib/queries.ts';
import { trpc } from '../../lib/trpc.ts';

export function Badge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (!count) return null;
  return (
    <span className="absolute -top-1 -right-2.5 min-w-4.5 max-[22rem]:-right-1.5 rounded-full whitespace-nowrap bg-accent px-1 text-center text-13 leading-4.5 font-bold text-accent-ink">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">, {t('menu.unread', { count })}</span>
    </span>
  );
}

const options = { staleTime: 60_000 };

/** Returns the number of unread notifications plus open follow requests. Live events keep it current. */
export const useUnreadNotifications = (): number =>
  (trpc.notifications.unreadCount.useQuery(undefined, options).data?.count ?? 0) +
  (trpc.follows.requestsCount.useQuery(undefined, options).data?.count ?? 0);

/** Returns the number of unread messages. Live events keep it current. */
export const useUnreadMessages = (): number => trpc.messages.unreadCount.useQuery(undefined, options).data?.count ?? 0;

/** Returns whether the browser permits pushes. The code for pushes is loaded only if it does. */
const mayPush = (): boolean => globalThis.Notification?.permission === 'granted';

/** Sets the number on the installed app's icon to the bell's number plus the number of chats with unread messages. */
export function AppBadge() {
  const unread = useUnreadNotifications();
  const messages = trpc.messages.unreadCount.useQuery(undefined, options).data;
  const count = messages && unread + messages.conversations;
  useEffect(() => {
    if (count === undefined) return;
    navigator.setAppBadge?.(count).catch(() => undefined);
    if (count === 0 && mayPush())
      void import('../../lib/push.ts').then(({ closeNotifications }) => closeNotifications());
  }, [count]);
  return null;
}

/** Refetches the notifications when a live event announces a new one. */
export function listenForNotifications(_client: unknown, me: number): () => void {
  const lists = throttle(refetchIntervalMs, () => void queries.notifications.invalidate());
  const off = [
    onLive('notification.created', lists.run),
    // Covers notifications that were created after the lists were fetched and before the stream was opened.
    onLive('ready', () => {
      lists.run();
      void queries.follows.requestsCount.invalidate();
    }),
    onLive('settings.changed', () => {
      void queries.notifications.settings.invalidate();
      void queries.notifications.unreadCount.invalidate();
      void queries.follows.requestsCount.invalidate();
      void queries.messages.unreadCount.invalidate();
    }),
    onLive('chat.read', ({ userId, contactId }) => {
      if (userId === me && contactId !== null && mayPush())
        void import('../../lib/push.ts').then(({ closeNotifications }) => closeNotifications(`chat-${contactId}`));
    }),
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
