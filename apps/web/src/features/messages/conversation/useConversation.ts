import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/connection.ts';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { useViewer } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { clearUnread } from '../contacts/contactCache.ts';
import type { Message, MessageStatus, Pending, ShownMessage } from '../message.ts';
import { conversationInput, putLatest, putRead, setOpenChat } from './messageCache.ts';

const shown = new WeakMap<Message, ShownMessage>();

/** The same object for the same message, so that only changed ones are rendered again. */
function asShown(message: Message, me: number): ShownMessage {
  const made = shown.get(message) ?? {
    key: message.clientId ?? String(message.messageId),
    messageId: message.messageId,
    content: message.content,
    createdAt: message.createdAt,
    mine: message.sender.userId === me,
    status: message.readByReceiver ? 'read' : 'sent',
    edited: message.editedAt !== null,
    deleted: message.deletedAt !== null,
    quote: message.replyTo,
    reactions: message.reactions,
    picture: message.image,
  };
  shown.set(message, made);
  return made;
}

/** The state of a waiting message. */
function usePendingStatus(): (pending: Pending) => MessageStatus {
  const online = useOnline();
  return ({ failure, stalled }) => (failure ? 'failed' : stalled || !online ? 'waiting' : 'sending');
}

/** The messages with one person, oldest first, unsent ones at the end. */
export function useConversation(withUserId: number) {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const query = trpc.messages.conversation.useInfiniteQuery(conversationInput(withUserId), paging);
  const outbox = useWaiting('message');
  const statusOf = usePendingStatus();

  const { isFetching } = query;
  useEffect(() => {
    if (!isFetching) putLatest(client, withUserId, me);
  }, [client, withUserId, me, isFetching]);

  const acknowledged = useMemo(() => itemsOf(query.data), [query.data]);
  const known = useMemo(() => new Set(acknowledged.map(({ clientId }) => clientId)), [acknowledged]);
  const stored = useMemo(() => acknowledged.map((message) => asShown(message, me)).reverse(), [acknowledged, me]);
  const waiting = outbox
    .filter(({ id, payload }) => payload.receiverId === withUserId && !known.has(id))
    .map(
      (pending): ShownMessage => ({
        key: pending.id,
        content: pending.payload.content,
        createdAt: pending.payload.createdAt,
        mine: true,
        status: statusOf(pending),
        quote: pending.payload.quote ?? null,
        pending,
      }),
    );
  return { query, newest: acknowledged[0], messages: waiting.length ? [...stored, ...waiting] : stored };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether this tab is visible. */
const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** Marks the open conversation as read while its tab is visible, and updates the badges. */
export function useMarkRead(withUserId: number, newest: Message | undefined, waiting: number): void {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId: me } = useViewer();
  const visible = useVisible();

  useEffect(() => {
    setOpenChat(withUserId);
    return () => setOpenChat(null);
  }, [withUserId]);

  const unread = newest?.sender.userId === withUserId && !newest.readByReceiver;
  const upTo = newest?.messageId ?? 0;
  const due = visible && upTo > 0 && (unread || waiting > 0);
  useEffect(() => {
    if (!due) return;
    void api.messages.markConversationRead.mutate({ withUserId }).then(
      () => {
        putRead(client, withUserId, me, upTo);
        clearUnread(client, withUserId);
        void utils.messages.unreadCount.invalidate();
      },
      // It stays unread; the next message or visit retries.
      () => undefined,
    );
  }, [due, upTo, client, utils, withUserId, me]);
}
