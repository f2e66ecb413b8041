import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { chatsInput, contactsInput, paging } from '../../../lib/lists.ts';
import { isLive, watchLive } from '../../../lib/live.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { chatOfRecipient } from '../chat.ts';
import type { Pending } from '../message.ts';
import { type ListedChat, mergeChats } from './mergeChats.ts';

const pollMs = 3_000;

/** Shows an unsent message as the latest message of its chat, and moves that chat to the top. */
function withPending(rows: ListedChat[], outbox: Pending[], senderId: number): ListedChat[] {
  if (!outbox.length) return rows;
  const latest = new Map(outbox.map(({ payload }) => [chatOfRecipient(payload), payload]));
  const order = [...latest.keys()].reverse();
  const patched = rows.map((row) => {
    const pending = latest.get(row.chat);
    if (!pending) return row;
    const { content, createdAt, pictured = false, postId } = pending;
    const messageId = Number.MAX_SAFE_INTEGER;
    const words = {
      messageId,
      content,
      createdAt,
      senderId,
      deleted: false,
      picture: pictured,
      post: postId !== undefined,
    };
    return { ...row, lastMessage: words };
  });
  const rank = ({ chat }: ListedChat) => order.indexOf(chat) + 1 || order.length + 1;
  return patched.sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns all chats, most recent message first. A `search` at first filters the loaded rows, until the server's results arrive.
 */
export function useChatList(search: string) {
  const searched = search.trim().toLowerCase();
  const query = useDebounced(searched, 200);
  const live = useSyncExternalStore(watchLive, isLive);
  const refetchInterval = live ? (false as const) : pollMs;
  const contacts = trpc.messages.contacts.useInfiniteQuery(contactsInput(query), {
    ...paging,
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const chats = trpc.chats.list.useInfiniteQuery(chatsInput, { ...paging, refetchInterval });
  const { userId } = useViewer();
  const outbox = useWaiting('message');
  const lists = [contacts, chats];
  const isPending = lists.some((list) => list.isPending);
  const [direct, groups] = [contacts.data, chats.data];
  const [moreDirect, moreGroups] = [contacts.hasNextPage, chats.hasNextPage];
  const loaded = useMemo(() => {
    if (isPending) return [];
    const [people, all] = [
      { data: direct, hasNextPage: moreDirect },
      { data: groups, hasNextPage: moreGroups },
    ];
    return withPending(mergeChats(people, all, userId), outbox, userId);
  }, [isPending, direct, moreDirect, groups, moreGroups, outbox, userId]);
  const rows = loaded.filter(({ name }) => !searched || name?.toLowerCase().includes(searched));
  const list = {
    data: contacts.data && chats.data,
    isPending,
    isError: lists.some(({ isError }) => isError),
    isPaused: lists.some(({ isPaused }) => isPaused),
    refetch: () => Promise.all(lists.map((each) => each.refetch())),
    hasNextPage: lists.some(({ hasNextPage }) => hasNextPage),
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    isFetchNextPageError: lists.some(({ isFetchNextPageError }) => isFetchNextPageError),
    fetchNextPage: () => Promise.all(lists.map((each) => each.hasNextPage && each.fetchNextPage())),
    pages: lists.reduce((sum, { data }) => sum + (data?.pages.length ?? 0), 0),
  };
  return { list, rows, settled: query === searched && !contacts.isPlaceholderData };
}
