import * as z from 'zod/mini';
import { clientId, count, id, pageInput, requiredText, storable, time } from './common.ts';
import { longest } from './lengths.ts';
import { userSummary } from './users.ts';

export const message = z.object({
  messageId: id,
  content: z.string(),
  createdAt: time,
  sender: z.object({ userId: id }),
  receiver: z.object({ userId: id }),
  readByReceiver: z.boolean(),
  /** The id that the sender's browser gave it, to match it with what is shown already. */
  clientId: z.nullable(z.string()),
});
export type MessageView = z.output<typeof message>;

/**
 * A chat partner: followed, follower, or somebody with whom messages were exchanged. `user.userName` is null for a deleted user.
 */
export const contact = z.object({
  user: z.extend(userSummary, { userName: z.nullable(z.string()) }),
  lastMessage: z.nullable(z.object({ messageId: id, content: z.string(), createdAt: time, senderId: id })),
  unreadCount: count,
});
export type ContactView = z.output<typeof contact>;
export const contactsInput = z.extend(pageInput, {
  query: z.optional(z.string().check(z.maxLength(100), storable('invalid-input'))),
});

export const unreadMessages = z.object({ count, conversations: count });

export const sendMessageInput = z.object({
  senderId: id,
  receiverId: id,
  content: requiredText(longest.message, 'message-required', 'message-too-long'),
  clientId: z.optional(clientId),
});
/** The messages between the caller and `withUserId`, newest first; `afterMessageId` restricts it to newer ones. */
export const conversationInput = z.extend(pageInput, { withUserId: id, afterMessageId: z.optional(id) });
/** Messages from `senderId` to `receiverId`; the caller is one of the two. */
export const sentMessagesInput = z.extend(pageInput, { senderId: id, receiverId: id });
export const readMessageInput = z.object({ messageId: id });
export const withUserInput = z.object({ withUserId: id });
