import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { addMessage, directChatId, loadNewDirectChat } from './list/listCache.ts';

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
