import { useEffect } from 'react';
import { itemsOf, paging, requestsInput } from '../../../lib/lists.ts';
import { onLive, throttle } from '../../../lib/live.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';

/** The minimum interval between two refetches in milliseconds, however many messages arrive. */
const refetchIntervalMs = 1_000;

/** Returns the chat requests by strangers, newest first. Live events cause refetches. */
export function useRequests() {
  const { userId: me } = useViewer();
  const list = trpc.chats.list.useInfiniteQuery(requestsInput, paging);
  const { refetch } = list;
  useEffect(() => {
    const throttledRefetch = throttle(refetchIntervalMs, () => void refetch());
    const off = [
      onLive('chat.message', ({ message }) => message.receiver?.userId === me && throttledRefetch.run()),
      onLive('chat.changed', throttledRefetch.run),
      onLive('follow.changed', throttledRefetch.run),
    ];
    return () => {
      throttledRefetch.stop();
      for (const stop of off) stop();
    };
  }, [me, refetch]);
  const requests = itemsOf(list.data).flatMap((chat) => {
    const stranger = chat.users.find(({ userId }) => userId !== me);
    return stranger?.userName ? [{ ...chat, stranger: { ...stranger, userName: stranger.userName } }] : [];
  });
  return { list, requests };
}

export type Requests = ReturnType<typeof useRequests>;
export type MessageRequest = Requests['requests'][number];
