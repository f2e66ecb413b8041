import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLive } from '../../lib/live.ts';
import { useViewer } from '../../lib/session.ts';
import { listenForComments } from '../comments/commentCache.ts';
import { listenForFollows } from '../follows/followCache.ts';
import { listenForLikes } from '../likes/likeCache.ts';
import { listenForMessages } from '../messages/live.ts';
import { listenForNotifications } from '../notifications/NotificationBell.tsx';
import { listenForPosts } from '../posts/listenForPosts.ts';

const listeners = [
  listenForPosts,
  listenForLikes,
  listenForComments,
  listenForFollows,
  listenForMessages,
  listenForNotifications,
];

/** Opens the live stream; each feature brings what it shows up to date from it. */
export function useLiveCache(): void {
  const client = useQueryClient();
  const { userId } = useViewer();
  useEffect(() => {
    const off = listeners.map((listen) => listen(client, userId));
    const close = openLive();
    return () => {
      close();
      for (const stop of off) stop();
    };
  }, [client, userId]);
}
