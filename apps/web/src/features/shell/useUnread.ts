import { trpc } from '../../lib/trpc.ts';

const fresh = { staleTime: 60_000 };

/** How many messages and notifications wait; live events bring both up to date. */
export function useUnread() {
  const messages = trpc.messages.unreadCount.useQuery(undefined, fresh);
  const notifications = trpc.notifications.unreadCount.useQuery(undefined, fresh);
  return { messages: messages.data?.count ?? 0, notifications: notifications.data?.count ?? 0 };
}
