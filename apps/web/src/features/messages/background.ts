import type { QueryClient } from '@tanstack/react-query';
import { api, logOutState } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { onLive, throttle } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import type { ChatKey } from './chat.ts';
import {
  addMessages,
  cachedMessages,
  chatOnScreen,
  clearRecent,
  fetchMessages,
  invalidateConversations,
  isReading,
  setReadUpTo,
  updateReactions,
  updateShown,
} from './conversation/messageCache.ts';
import {
  addMessage,
  changeMessage,
  clearUnread,
  directChatId,
  loadNewDirectChat,
  refreshChats,
} from './list/listCache.ts';
import type { Message } from './message.ts';

type Reactors = { emoji: string; userIds: number[] }[];

const asReactions = (me: number, reactors: Reactors) =>
  reactors.map(({ emoji, userIds }) => ({ emoji, count: userIds.length, mine: userIds.includes(me) }));

/**
 * Applies an event about a message: a new message, or one that was edited, deleted or whose picture is ready. The message may be
 * loaded already.
 */
function applyMessage(client: QueryClient, me: number, message: Message, isNew: boolean): void {
  const known = cachedMessages(client, message.chatId).some(({ messageId }) => messageId === message.messageId);
  if (!known && isNew) addMessage(client, me, message);
  if (known || !isNew || message.editedAt !== null) changeMessage(client, me, message);
}

/**
 * Fetches the newest messages of a loaded chat, because live events contain neither the notices in a group, such as that somebody
 * has joined it, nor read counts.
 */
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
  const chat = chatOnScreen();
  if (chat) fetchNewest(client, chat);
};

/**
 * The minimum interval, in milliseconds, between two fetches of read counts. Without it, a large group would cause many
 * fetches, because each member who reads a message causes an event.
 */
const readCountsIntervalMs = 1_500;

/** Applies live events to the cached chats and to the list of chats, whichever screen is open. */
export function listenForMessages(client: QueryClient, me: number): () => void {
  const recount = () => void queries.messages.unreadCount.invalidate();
  let lastRead: ChatKey | undefined;
  const readCounts = throttle(readCountsIntervalMs, () => lastRead && fetchNewest(client, lastRead));
  let wasReady = false;
  const off = [
    onLive('chat.message', ({ message, isNew }) => {
      applyMessage(client, me, message, isNew);
      const counts = message.deletedAt !== null || (isNew && !isReading(message.chatId));
      if (message.sender.userId !== me && counts) recount();
    }),
    onLive('chat.reacted', ({ chatId, messageId, reactions }) =>
      updateReactions(client, chatId, messageId, asReactions(me, reactions)),
    ),
    onLive('chat.read', ({ chatId, userId, contactId, upToMessageId }) => {
      if (contactId !== null) setReadUpTo(client, chatId, userId, upToMessageId);
      if (userId === me) {
        clearUnread(client, chatId, upToMessageId);
        recount();
      } else if (contactId === null && isReading(chatId)) {
        lastRead = chatId;
        readCounts.run();
      }
    }),
    onLive('chat.changed', ({ chatId }) => {
      void queries.chats.byId.invalidate({ chatId });
      void queries.chats.withUser.invalidate();
      void queries.chats.list.invalidate();
      fetchNewest(client, chatId);
      recount();
    }),
    onLive('ready', () => {
      // The event `ready` may have been buffered before this code was loaded, and the member may have logged out meanwhile.
      if (logOutState() === 'done') return;
      // No events were received for a time, so the data is refetched. At the first `ready`, that is the time between the page's
      // own requests and the start of the stream. At a later `ready`, it is the duration of an interruption.
      refreshChats(client);
      if (wasReady) {
        invalidateConversations(client);
        void queries.chats.byId.invalidate();
        void queries.chats.withUser.invalidate();
      } else fetchOpen(client);
      wasReady = true;
      recount();
    }),
  ];
  return () => {
    for (const stop of off) stop();
    readCounts.stop();
    clearRecent();
  };
}

/**
 * Sends messages from the outbox. A message that the server refuses stays visible in its chat, with buttons to retry or
 * discard.
 */
export const messageOutbox = (client: QueryClient, senderId: number): OutboxHandlers['message'] => ({
  send: async ({ receiverId = 0, chatId, content, quote, pictured, voice, postId, preview, poll }, clientId) => {
    if (pictured || voice) {
      // Code that cannot be loaded is a lost connection, after which the picture is sent again.
      const { uploadPicture } = await import('./conversation/pictureMessages.ts').catch(() => {
        throw new Failure('network');
      });
      return uploadPicture(client, senderId, { receiverId, chatId, voice }, clientId);
    }
    const body = { content, clientId, replyToId: quote?.messageId, preview, poll: poll?.input };
    if (postId !== undefined) {
      const to = chatId ?? (await directChatId(client, senderId, receiverId));
      return addMessage(client, senderId, (await api.chats.send.mutate({ chatId: to, ...body, postId })).item);
    }
    const sent =
      chatId === undefined
        ? await api.messages.send.mutate({ senderId, receiverId, ...body })
        : (await api.chats.send.mutate({ chatId, ...body })).item;
    addMessage(client, senderId, sent);
    if (chatId === undefined) await loadNewDirectChat(client, senderId, receiverId);
  },
});
