import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/connection.ts';
import { itemsOf } from '../../../lib/lists.ts';
import { isLive, watchLive } from '../../../lib/live.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { MorePages } from '../../../ui/LoadMore.tsx';
import { type ChatKey, isFor } from '../chat.ts';
import { clearUnread } from '../list/listCache.ts';
import { keyOf, type Message, type MessageStatus, type ShownMessage, type WaitingMessage } from '../message.ts';
import {
  addMessages,
  applyRecent,
  aroundQuery,
  cachedMessages,
  conversationQuery,
  fetchMessages,
  markedUpTo,
  setChatOnScreen,
  setReadUpTo,
  updateShown,
} from './messageCache.ts';
import type { OpenChat } from './useOpenChat.ts';

const shown = new WeakMap<Message, ShownMessage>();

/** Returns the same object for the same message, so that React renders only changed messages again. */
function toShown(message: Message, me: number): ShownMessage {
  const view = shown.get(message) ?? {
    key: keyOf(message),
    messageId: message.messageId,
    content: message.content,
    createdAt: message.createdAt,
    senderId: message.sender.userId,
    mine: message.sender.userId === me,
    direct: message.receiver !== null,
    status: message.readByReceiver ? 'read' : 'sent',
    edited: message.editedAt !== null,
    deleted: message.deletedAt !== null,
    quote: message.replyTo,
    reactions: message.reactions,
    picture: message.image,
    voice: message.voice,
    post: message.post,
    link: message.links?.[0],
    poll: message.poll,
    event: message.event,
    subjectId: message.subject?.userId,
    folded: message.folded,
    readCount: message.readCount,
  };
  shown.set(message, view);
  return view;
}

/** Returns a function that gives the state of a message in the outbox. */
function usePendingStatus(): (pending: WaitingMessage) => MessageStatus {
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
        link: pending.payload.links?.[0],
        poll: pending.payload.poll?.view ?? null,
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
    setChatOnScreen(chat);
    return () => setChatOnScreen(null);
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
        clearUnread(client, chat, upTo);
        void utils.messages.unreadCount.invalidate();
      },
      // The chat stays unread. It is marked as read at the next message or visit.
      () => undefined,
    );
  }, [mustMark, upTo, client, utils, chat, me]);
}

const pollMs = 500;
const maxPollMs = 8_000;
/** One poll out of this many also fetches edits, deletions and reactions of the newest messages. */
const fullPollEvery = 6;

/**
 * Returns the id after which the poll asks for messages. Usually this is the id of the newest received message. The viewer's
 * own newest message may have a higher id, but received messages with ids in between may still arrive. If the viewer's newest
 * message in a direct chat is not marked as read, the returned id is lower than the id of that message, so that the poll fetches
 * the message again with its current read mark.
 */
function knownUpTo(messages: Message[], me: number): number {
  const received = messages.find(({ sender }) => sender.userId !== me)?.messageId ?? 0;
  const mine = messages.find(({ sender }) => sender.userId === me);
  return mine?.receiver && !mine.readByReceiver ? Math.min(received, mine.messageId - 1) : received;
}

/**
 * Polls the open chat every 500 ms while the live stream is down, and once more when the stream is back, so that no message is
 * missed. After a failed poll, the interval grows.
 */
export function useCatchUp(chat: ChatKey, loaded: boolean): void {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  useEffect(() => {
    if (!loaded) return;
    let stopped = false;
    let running = false;
    let again = false;
    let delay = pollMs;
    let polls = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const poll = async (): Promise<void> => {
      if (!navigator.onLine) return;
      const after = knownUpTo(cachedMessages(client, chat), me);
      const pageInput = { limit: 100, ...(after > 0 && { afterMessageId: after }) };
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof fetchMessages>> = await fetchMessages(chat, { ...pageInput, cursor });
        if (stopped) return;
        addMessages(client, chat, page.items);
        const seen = page.items.find((message) => message.sender.userId === me && message.readByReceiver);
        if (seen?.receiver) setReadUpTo(client, chat, seen.receiver.userId, seen.messageId);
        cursor = after > 0 ? page.nextCursor : null;
      } while (cursor);
      polls += 1;
      if (polls % fullPollEvery !== 0) return;
      const newest = await fetchMessages(chat);
      if (!stopped) updateShown(client, chat, newest.items);
    };

    const run = async (): Promise<void> => {
      clearTimeout(timer);
      again = running;
      if (running) return;
      running = true;
      let failed = false;
      do {
        again = false;
        failed = await poll().then(
          () => false,
          () => true,
        );
      } while (again && !stopped);
      running = false;
      delay = failed ? Math.min(maxPollMs, delay * 2) : pollMs;
      if (!stopped && (failed || !isLive())) timer = setTimeout(run, delay);
    };

    const watch = () => {
      delay = pollMs;
      clearTimeout(timer);
      timer = setTimeout(run, isLive() ? 0 : pollMs);
    };
    if (!isLive()) watch();
    const unwatch = watchLive(watch);
    return () => {
      stopped = true;
      clearTimeout(timer);
      unwatch();
    };
  }, [client, chat, me, loaded]);
}
