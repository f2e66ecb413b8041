import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { onLive } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries, trpc } from '../../lib/trpc.ts';
import { changeMessage, clearUnread, putMessage, refreshContacts } from './contacts/contactCache.ts';
import { distrustConversations, forgetLatest, isReading, putReactions, putRead } from './conversation/messageCache.ts';

/** Keeps chats and their list current from the live stream, on every screen. */
export function listenForMessages(client: QueryClient, me: number): () => void {
  const recount = () => void queries.messages.unreadCount.invalidate();
  let before = false;
  const off = [
    onLive('message.sent', ({ message }) => {
      putMessage(client, me, message);
      if (message.receiver?.userId === me && !isReading(message.sender.userId)) recount();
    }),
    onLive('message.changed', ({ message }) => {
      changeMessage(client, me, message);
      if (message.deletedAt !== null && message.receiver?.userId === me) recount();
    }),
    onLive('message.reacted', ({ messageId, senderId, receiverId, reactions }) =>
      putReactions(
        client,
        senderId === me ? receiverId : senderId,
        messageId,
        reactions.map(({ emoji, userIds }) => ({ emoji, count: userIds.length, mine: userIds.includes(me) })),
      ),
    ),
    onLive('message.read', ({ readerId, senderId, upToMessageId }) => {
      putRead(client, readerId === me ? senderId : readerId, readerId, upToMessageId);
      if (readerId === me) clearUnread(client, senderId);
      recount();
    }),
    onLive('ready', () => {
      if (before) {
        distrustConversations(client);
        refreshContacts(client);
      }
      before = true;
      recount();
    }),
  ];
  return () => {
    for (const stop of off) stop();
    forgetLatest();
  };
}

const lasts = 4_000;

/** The number of unread messages; kept current by live events. */
export const useUnreadMessages = (): number =>
  trpc.messages.unreadCount.useQuery(undefined, { staleTime: 60_000 }).data?.count ?? 0;

/** Whether this person is typing to the viewer. */
export function useTyping(userId: number): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const off = [
      onLive('message.typing', ({ senderId }) => {
        if (senderId !== userId) return;
        clearTimeout(timer);
        timer = setTimeout(rest, lasts);
        setTyping(true);
      }),
      onLive('message.sent', ({ message }) => message.sender.userId === userId && rest()),
    ];
    return () => {
      rest();
      for (const stop of off) stop();
    };
  }, [userId]);
  return typing;
}

/** A refused message stays in its chat, where it can be retried or discarded. */
export const messageOutbox = (client: QueryClient, senderId: number): OutboxHandlers['message'] => ({
  send: async ({ receiverId, content, quote }, clientId) => {
    const replyToId = quote?.messageId;
    putMessage(
      client,
      senderId,
      await api.messages.send.mutate({ senderId, receiverId, content, clientId, replyToId }),
    );
  },
});
