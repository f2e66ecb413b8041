import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatKey } from '../chat.ts';
import { conversationQuery } from '../conversation/messageCache.ts';

/** The number of chats that open without a request. */
const most = 4;

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run);
  return () => cancelIdleCallback(idle);
}

/** Fetches the newest page of the first chats in one request, once, when the list is shown and the browser is idle. */
export function usePrepared(rows: readonly { chat: ChatKey }[]): void {
  const client = useQueryClient();
  const shown = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: those that come first later are opened seldom before they are hovered.
  useEffect(() => {
    if (!shown) return;
    return whenIdle(() => {
      for (const { chat } of rows.slice(0, most)) void client.prefetchInfiniteQuery(conversationQuery(chat));
    });
  }, [client, shown]);
}
