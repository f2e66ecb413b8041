import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Notification } from './types.ts';

const look = 1_000;

/** What has been on the screen for a moment is read: the bell clears at once, the dots when the reader leaves. */
export function useMarkSeen(shown: Notification[]): void {
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
