import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/connection.ts';
import { itemsOf } from '../../../lib/lists.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { MorePages } from '../../../ui/LoadMore.tsx';
import { type ChatKey, isFor } from '../chat.ts';
import { clearUnread } from '../list/listCache.ts';
import type { Message, MessageStatus, Pending, ShownMessage } from '../message.ts';
import { applyRecent, aroundQuery, conversationQuery, markedUpTo, setOpenChat, setReadUpTo } from './messageCache.ts';
import type { OpenChat } from './useOpenChat.ts';

const shown = new WeakMap<Message, ShownMessage>();

/** Returns the same object for the same message, so that React renders only changed messages again. */
function toShown(message: Message, me: number): ShownMessage {
  const view = shown.get(message) ?? {
    key: message.clientId ?? String(message.messageId),
    messageId: message.messageId,
    content: message.content,
    createdAt: message.createdAt,
    senderId: message.sender.userId,
    mine: message.sender.userId === me,
    status: message.readByReceiver ? 'read' : 'sent',
    edited: message.editedAt !== null,
    deleted: message.deletedAt !== null,
    quote: message.replyTo,
    reactions: message.reactions,
    picture: message.image,
    post: message.post,
    event: message.event,
    subjectId: message.subject?.userId,
    folded: message.folded,
    readCount: message.readCount,
  };
  shown.set(message, view);
  return view;
}

/** Returns a function that gives the state of a message in the outbox. */
function usePendingStatus(): (pending: Pending) => MessageStatus {
  const online = useOnline();
  return ({ failure, stalled }) => (failure ? 'failed' : stalled || !online ? 'waiting' : 'sending');
}

/** Returns the messages of a chat, oldest first, followed by those that are still in the outbox. */
export function useConversation({ chat, chosen, person }: OpenChat) {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const query = useInfiniteQuery({ ...conversationQuery(chat ?? 0), enabled: chat !== undefined });
  const outbox = useWaiting('message');
  const statusOf = usePendingStatus();

  const { isFetching } = query;
  const otherId = person?.userId;
  useEffect(() => {
    if (!isFetching && chat) applyRecent(client, chat, otherId === undefined ? [] : [me, otherId]);
  }, [client, chat, me, otherId, isFetching]);

  const acknowledged = useMemo(() => itemsOf(query.data), [query.data]);
  const known = useMemo(() => new Set(acknowledged.map(({ clientId }) => clientId)), [acknowledged]);
  const stored = useMemo(() => acknowledged.map((message) => toShown(message, me)).reverse(), [acknowledged, me]);
  const waiting = outbox
    .filter(({ id, payload }) => isFor(payload, chosen) && !known.has(id))
    .map(
      (pending): ShownMessage => ({
        key: pending.id,
        content: pending.payload.content,
        createdAt: pending.payload.createdAt,
        senderId: me,
        mine: true,
        status: statusOf(pending),
        quote: pending.payload.quote ?? null,
        pending,
      }),
    );
  return { query, acknowledged, messages: waiting.length ? [...stored, ...waiting] : stored };
}

/**
 * Returns the messages around the message `at`, to which a search result, a quote or a date links. Null if `at` is undefined.
 */
export function useAround(chat: ChatKey | undefined, at: number | undefined) {
  const { userId: me } = useViewer();
  const query = useInfiniteQuery({ ...aroundQuery(chat ?? 0, at ?? 0), enabled: at !== undefined && Boolean(chat) });
  const items = useMemo(() => itemsOf(query.data), [query.data]);
  const messages = useMemo(() => items.map((message) => toShown(message, me)).reverse(), [items, me]);
  const newer: MorePages = {
    hasNextPage: query.hasPreviousPage,
    isFetchingNextPage: query.isFetchingPreviousPage,
    isFetchNextPageError: query.isFetchPreviousPageError,
    fetchNextPage: query.fetchPreviousPage,
  };
  return at === undefined ? null : { at, query, items, messages, newer };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Returns whether this tab is visible. */
const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** Marks the open chat as read while this tab is visible, and updates the badges. */
export function useMarkRead(chat: ChatKey, newest: Message | undefined, waiting: number): void {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId: me } = useViewer();
  const visible = useVisible();

  useEffect(() => {
    setOpenChat(chat);
    return () => setOpenChat(null);
  }, [chat]);

  const upTo = newest?.messageId ?? 0;
  const received = newest !== undefined && newest.sender.userId !== me;
  const unread = received && (newest.receiver ? !newest.readByReceiver : (markedUpTo.get(chat) ?? 0) < upTo);
  const mustMark = visible && upTo > 0 && (unread || waiting > 0);
  useEffect(() => {
    if (!mustMark) return;
    void api.chats.markRead.mutate({ chatId: chat, messageId: upTo }).then(
      () => {
        markedUpTo.set(chat, upTo);
        setReadUpTo(client, chat, me, upTo);
        clearUnread(client, chat);
        void utils.messages.unreadCount.invalidate();
      },
      // The chat stays unread. It is marked as read at the next message or visit.
      () => undefined,
    );
  }, [mustMark, upTo, client, utils, chat, me]);
}
