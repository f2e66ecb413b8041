import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { conversationQuery } from '../conversation/messageCache.ts';
import type { Chat } from '../message.ts';

/** The number of chats whose messages are preloaded, so that these chats open without a request. */
const preloadCount = 4;

/** Runs `run` when the browser is idle. Safari does not report idle times, so a time-out replaces them there. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run);
  return () => cancelIdleCallback(idle);
}

/** Preloads the newest messages of the first chats, once, when the list is shown and the browser is idle. */
export function usePreloadChats(rows: readonly Chat[]): void {
  const client = useQueryClient();
  const shown = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; chats that come first later are preloaded on hover.
  useEffect(() => {
    if (!shown) return;
    return whenIdle(() => {
      for (const { chatId } of rows.slice(0, preloadCount))
        void client.prefetchInfiniteQuery(conversationQuery(chatId));
    });
  }, [client, shown]);
}
