import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { archivedInput, chatsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { useLive } from '../../../lib/live.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { hasInName, nameOf } from '../../../ui/PersonName.tsx';
import { isFor, otherOf, searchOf } from '../chat.ts';
import { conversationQuery } from '../conversation/messageCache.ts';
import type { Chat, WaitingMessage } from '../message.ts';
import { pinnedFirst } from './listCache.ts';

const pollMs = 3_000;

const unavailable = { userName: null, displayName: null };

/** Returns the name of the group or of the other member; null if that member is unavailable. */
export const nameOfChat = (chat: Chat, me: number): string | null =>
  chat.kind === 'group' ? chat.name : nameOf(otherOf(chat, me) ?? unavailable);

/** Shows an unsent message as the latest message of its chat, and moves that chat to the top, or below the pinned chats. */
function withPending(rows: Chat[], outbox: WaitingMessage[], senderId: number): Chat[] {
  if (!outbox.length) return rows;
  const newestFirst = outbox.toReversed();
  const ranks = new Map<Chat, number>();
  const patched = rows.map((row) => {
    const rank = newestFirst.findIndex(({ payload }) => isFor(payload, searchOf(row, senderId)));
    const pending = newestFirst[rank]?.payload;
    if (!pending) return row;
    const { content, createdAt, pictured = false, voice, video, postId } = pending;
    const lastMessage = {
      messageId: Number.MAX_SAFE_INTEGER,
      content,
      createdAt,
      senderId,
      deleted: false,
      event: null,
      subjectId: null,
      picture: pictured || voice !== undefined,
      media: voice ? ('voice' as const) : video ? ('video' as const) : pictured ? ('picture' as const) : null,
      post: postId !== undefined,
    };
    const next = { ...row, lastMessage };
    ranks.set(next, rank);
    return next;
  });
  const rankOf = (row: Chat) => ranks.get(row) ?? outbox.length;
  return patched.sort((a, b) => pinnedFirst(a, b) || rankOf(a) - rankOf(b));
}

/** Returns the chats that the viewer has archived, most recent message first. */
export function useArchivedChats() {
  const list = trpc.chats.list.useInfiniteQuery(archivedInput, paging);
  return { list, rows: itemsOf(list.data) };
}

/** Returns whether the name of the group, or a name of the other member, contains the text. */
function isFound(row: Chat, me: number, searched: string): boolean {
  if (row.kind === 'group') return row.name?.toLowerCase().includes(searched) ?? false;
  const { userName = null, displayName = null } = otherOf(row, me) ?? {};
  return userName !== null && hasInName({ userName, displayName }, searched);
}

/**
 * Returns all chats, most recent message first. A `search` at first filters the loaded rows, until the server's results arrive.
 */
export function useChatList(search: string) {
  const searched = search.trim().toLowerCase();
  const query = useDebounced(searched, 200);
  const live = useLive();
  const { userId: me } = useViewer();
  const list = trpc.chats.list.useInfiniteQuery(chatsInput(query), {
    ...paging,
    placeholderData: keepPreviousData,
    refetchInterval: live ? false : pollMs,
  });
  const outbox = useWaiting('message');
  const { data } = list;
  const loaded = useMemo(() => withPending(itemsOf(data), outbox, me), [data, outbox, me]);
  const rows = loaded.filter((row) => !searched || isFound(row, me, searched));
  return { list, rows, settled: query === searched && !list.isPlaceholderData };
}

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
