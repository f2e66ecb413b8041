import * as z from 'zod/mini';
import { clientId, count, id, key, pageInput, requiredText, storable, time } from './common.ts';
import { isEmoji } from './emoji.ts';
import { postPicture } from './images.ts';
import { longest } from './lengths.ts';
import { userSummary } from './users.ts';

/** One kind of reaction to a message, and whether the caller's is among them. */
export const reaction = z.object({ emoji: z.string(), count, mine: z.boolean() });
export type ReactionView = z.output<typeof reaction>;

/** What happened in a group: a quiet line in place of a message's words. */
export const chatEvent = z.enum(['made', 'named', 'added', 'left', 'removed']);
export type ChatEvent = z.output<typeof chatEvent>;

/** A post sent into a chat: its author, the beginning of its caption, its first picture. All null or empty for a reader who does not see it. */
export const postCard = z.object({
  postId: z.nullable(id),
  user: z.nullable(userSummary),
  caption: z.string(),
  image: z.nullable(postPicture),
  imageUrl: z.nullable(z.string()),
});
export type PostCardView = z.output<typeof postCard>;

/** `content` is empty once the message is deleted for all; after the event `named` it is the group's new name. */
export const message = z.object({
  messageId: id,
  content: z.string(),
  createdAt: time,
  editedAt: z.nullable(time),
  deletedAt: z.nullable(time),
  sender: z.object({ userId: id }),
  /** Null for a message to a group. */
  receiver: z.nullable(z.object({ userId: id })),
  chatId: id,
  event: z.nullable(chatEvent),
  /** Whom the event is about. */
  subject: z.nullable(z.object({ userId: id })),
  /** By somebody across a block with the caller, in a group that both are in: it is shown without its words. */
  folded: z.boolean(),
  /** How many members of the group have read it; null for a message of somebody else and in a direct chat. */
  readCount: z.nullable(count),
  readByReceiver: z.boolean(),
  /** The id that the sender's browser gave it, to match it with what is shown already. */
  clientId: z.nullable(z.string()),
  replyToId: z.nullable(id),
  /** The beginning of the message it answers, as it reads now. */
  replyTo: z.nullable(
    z.object({
      messageId: id,
      senderId: id,
      content: z.string(),
      deleted: z.boolean(),
      /** Whether its words are not for the caller: across a block, or from before they joined the group. */
      folded: z.boolean(),
      picture: z.boolean(),
      post: z.boolean(),
    }),
  ),
  reactions: z.array(reaction),
  /** Its picture; `imageUrl` is null until it is ready, and signed as those of posts that are not public. */
  image: z.nullable(postPicture),
  imageUrl: z.nullable(z.string()),
  /** Null for a message without a post. */
  post: z.nullable(postCard),
});
export type MessageView = z.output<typeof message>;

/**
 * A chat partner: followed, follower, or somebody with whom messages were exchanged. `user.userName` is null for a deleted user.
 */
export const contact = z.object({
  user: z.extend(userSummary, { userName: z.nullable(z.string()) }),
  lastMessage: z.nullable(
    z.object({
      messageId: id,
      content: z.string(),
      createdAt: time,
      senderId: id,
      deleted: z.boolean(),
      /** It has a post. */
      post: z.optional(z.boolean()),
    }),
  ),
  unreadCount: count,
});
export type ContactView = z.output<typeof contact>;
export const contactsInput = z.extend(pageInput, {
  query: z.optional(z.string().check(z.maxLength(100), storable('invalid-input'))),
});

export const messageContent = requiredText(longest.message, 'message-required', 'message-too-long');
export const unreadMessages = z.object({ count, conversations: count });

export const sendMessageInput = z.object({
  senderId: id,
  receiverId: id,
  content: messageContent,
  clientId: z.optional(clientId),
  /** The message of the same chat that it answers. */
  replyToId: z.nullish(id),
});
export const editMessageInput = z.object({ messageId: id, content: messageContent });
export const messageInput = z.object({ messageId: id });
export const readersInput = z.extend(pageInput, { messageId: id });

export const reactionInput = z.object({
  messageId: id,
  emoji: z.string(key('invalid-emoji')).check(
    z.maxLength(32, key('invalid-emoji')),
    z.refine((text) => isEmoji(text), key('invalid-emoji')),
  ),
});
/** All reactions to the message after the call. */
export const reactionsOutput = z.object({ messageId: id, reactions: z.array(reaction) });
export type ReactionsView = z.output<typeof reactionsOutput>;

/** The messages between the caller and `withUserId`, newest first; `afterMessageId` restricts it to newer ones. */
export const conversationInput = z.extend(pageInput, { withUserId: id, afterMessageId: z.optional(id) });
/** Messages from `senderId` to `receiverId`; the caller is one of the two. */
export const sentMessagesInput = z.extend(pageInput, { senderId: id, receiverId: id });
export const withUserInput = z.object({ withUserId: id });
