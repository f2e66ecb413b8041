import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, isLeaving } from '../../lib/api.ts';
import { onLive, throttle } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import { type ChatKey, chatOf, directKey, groupKey } from './chat.ts';
import {
  addMessages,
  cachedMessages,
  clearRecent,
  fetchMessages,
  idOfChat,
  invalidateConversations,
  isReading,
  openChat,
  setReadUpTo,
  updateReactions,
  updateShown,
} from './conversation/messageCache.ts';
import { clearLocalPictures, uploadPicture } from './conversation/sendPicture.ts';
import { addMessage, changeMessage, clearUnread, refreshChats } from './list/listCache.ts';
import type { Message } from './message.ts';

type Reactors = { emoji: string; userIds: number[] }[];

const asReactions = (me: number, reactors: Reactors) =>
  reactors.map(({ emoji, userIds }) => ({ emoji, count: userIds.length, mine: userIds.includes(me) }));

/**
 * Applies an event about a message in a group: a new message, or one that was edited, deleted or whose picture is ready. The
 * message may be loaded already.
 */
function applyGroupMessage(client: QueryClient, me: number, message: Message): void {
  const known = cachedMessages(client, chatOf(me, message)).some(({ messageId }) => messageId === message.messageId);
  if (!known) addMessage(client, me, message);
  if (known || message.editedAt !== null || message.deletedAt !== null) changeMessage(client, me, message);
}

/** Fetches the newest messages of a loaded chat, because live events contain neither group events nor read counts. */
function fetchNewest(client: QueryClient, chat: ChatKey): void {
  if (!cachedMessages(client, chat).length) return;
  fetchMessages(chat).then(
    ({ items }) => {
      addMessages(client, chat, items);
      updateShown(client, chat, items);
    },
    // A failure is ignored, because the next event or visit fetches the messages.
    () => undefined,
  );
}

const fetchOpen = (client: QueryClient): void => {
  const chat = openChat();
  if (chat) fetchNewest(client, chat);
};

/**
 * The minimum interval, in milliseconds, between two fetches of read counts. Without it, a large group would cause many
 * fetches, because each member who reads a message causes an event.
 */
const refetchIntervalMs = 1_500;

/** Applies live events to the cached chats and to the list of chats, whichever screen is open. */
export function listenForMessages(client: QueryClient, me: number): () => void {
  const recount = () => void queries.messages.unreadCount.invalidate();
  let lastRead: ChatKey | undefined;
  const readCounts = throttle(refetchIntervalMs, () => lastRead && fetchNewest(client, lastRead));
  let wasReady = false;
  const off = [
    onLive('message.sent', ({ message }) => {
      addMessage(client, me, message);
      if (message.receiver?.userId === me && !isReading(directKey(message.sender.userId))) recount();
    }),
    onLive('message.changed', ({ message }) => {
      changeMessage(client, me, message);
      if (message.deletedAt !== null && message.receiver?.userId === me) recount();
    }),
    onLive('message.reacted', ({ messageId, senderId, receiverId, reactions }) =>
      updateReactions(
        client,
        directKey(senderId === me ? receiverId : senderId),
        messageId,
        asReactions(me, reactions),
      ),
    ),
    onLive('message.read', ({ readerId, senderId, upToMessageId }) => {
      setReadUpTo(client, directKey(readerId === me ? senderId : readerId), readerId, upToMessageId);
      if (readerId === me) clearUnread(client, directKey(senderId));
      recount();
    }),
    onLive('chat.message', ({ message }) => {
      applyGroupMessage(client, me, message);
      if (message.sender.userId !== me && !isReading(groupKey(message.chatId))) recount();
    }),
    onLive('chat.reacted', ({ chatId, messageId, reactions }) =>
      updateReactions(client, groupKey(chatId), messageId, asReactions(me, reactions)),
    ),
    onLive('chat.read', ({ chatId, userId }) => {
      const chat = groupKey(chatId);
      if (userId === me) {
        clearUnread(client, chat);
        recount();
      } else if (isReading(chat)) {
        lastRead = chat;
        readCounts.run();
      }
    }),
    onLive('chat.changed', ({ chatId }) => {
      void queries.chats.byId.invalidate({ chatId });
      void queries.chats.list.invalidate();
      fetchNewest(client, groupKey(chatId));
      recount();
    }),
    onLive('ready', () => {
      // The event `ready` may have been buffered before this code was loaded, and the member may have logged out meanwhile.
      if (isLeaving() === 'left') return;
      // No events were received for a time, so the data is refetched. At the first `ready`, that is the time between the page's
      // own requests and the start of the stream. At a later `ready`, it is the duration of an interruption.
      refreshChats(client);
      if (wasReady) {
        invalidateConversations(client);
        void queries.chats.byId.invalidate();
      } else fetchOpen(client);
      wasReady = true;
      recount();
    }),
  ];
  return () => {
    for (const stop of off) stop();
    readCounts.stop();
    clearRecent();
    clearLocalPictures();
  };
}

const typingMs = 4_000;

/** Returns whether this member is typing to the viewer. Typing in groups is not published. */
export function useTyping(userId: number | undefined): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (userId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clearTyping = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const off = [
      onLive('message.typing', ({ senderId }) => {
        if (senderId !== userId) return;
        clearTimeout(timer);
        timer = setTimeout(clearTyping, typingMs);
        setTyping(true);
      }),
      onLive('message.sent', ({ message }) => message.sender.userId === userId && clearTyping()),
    ];
    return () => {
      clearTyping();
      for (const stop of off) stop();
    };
  }, [userId]);
  return typing;
}

/**
 * Sends messages from the outbox. A message that the server refuses stays visible in its chat, with buttons to retry or
 * discard.
 */
export const messageOutbox = (client: QueryClient, senderId: number): OutboxHandlers['message'] => ({
  send: async ({ receiverId = 0, chatId, content, quote, pictured, postId }, clientId) => {
    if (pictured) return uploadPicture(client, senderId, { receiverId, chatId }, clientId);
    const body = { content, clientId, replyToId: quote?.messageId };
    if (postId !== undefined) {
      const to = chatId ?? (await idOfChat(client, directKey(receiverId)));
      return addMessage(client, senderId, (await api.chats.send.mutate({ chatId: to, ...body, postId })).item);
    }
    const sent =
      chatId === undefined
        ? await api.messages.send.mutate({ senderId, receiverId, ...body })
        : (await api.chats.send.mutate({ chatId, ...body })).item;
    addMessage(client, senderId, sent);
  },
});
