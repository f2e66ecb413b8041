import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import type { NotificationView } from '../../lib/types.ts';

const readAfterMs = 1_000;

/**
 * Marks all notifications as read once the list has been on screen for a second, which clears the bell's badge. Returns a
 * function that says whether a notification is highlighted as new: it was unread when the screen was opened, or has arrived
 * since. The function compares times, so that it is right for pages that are loaded later too.
 */
export function useMarkAllRead(shown: NotificationView[]): (item: NotificationView) => boolean {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const newest = shown[0];
  const mark = newest && `${newest.notificationId} ${newest.createdAt}`;
  const loaded = mark !== undefined;
  const [markedAt, setMarkedAt] = useState<string | null>(null);

  useEffect(() => {
    if (!mark) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(markSeen, readAfterMs);
    };
    const markSeen = async () => {
      document.removeEventListener('visibilitychange', wait);
      try {
        const { readAt } = await api.notifications.markAllRead.mutate();
        setMarkedAt((before) => before ?? readAt);
        await utils.notifications.unreadCount.cancel();
        utils.notifications.unreadCount.setData(undefined, { count: 0 });
      } catch {
        // The notifications stay unread until the next visit.
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

  return ({ readAt }) => readAt === null || (markedAt !== null && readAt >= markedAt);
}
