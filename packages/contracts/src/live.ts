import * as z from 'zod/mini';
import { comment } from './comments.ts';
import { count, id, key } from './common.ts';
import { maxWatched } from './lengths.ts';
import { message } from './messages.ts';

/** The emoji of a message; the id is 0 for a member of a group with whom the reader has a block. */
const reactions = z.array(z.object({ emoji: z.string(), userIds: z.array(count) }));

/**
 * The events of direct chats with their earlier names. A stream has them in place of the `chat.*` events, unless its client
 * sends `chats=true`.
 */
const directEvents = [
  z.object({ name: z.literal('message.sent'), message }),
  /** A message was edited or deleted. Reactions have an event of their own. */
  z.object({ name: z.literal('message.changed'), message }),
  z.object({ name: z.literal('message.reacted'), messageId: id, senderId: id, receiverId: id, reactions }),
  z.object({ name: z.literal('message.read'), readerId: id, senderId: id, upToMessageId: id }),
  z.object({ name: z.literal('message.typing'), senderId: id }),
] as const;

/** The events of a browser's stream. If a list has changed, the event does not contain the list, and screens refetch it. */
export const liveItem = z.discriminatedUnion('name', [
  /** The first event: the stream's id, for `live.watch`. */
  z.object({ name: z.literal('ready'), streamId: z.string() }),
  ...directEvents,
  /** A message of a chat, when it is new, after each edit and after its deletion. */
  z.object({ name: z.literal('chat.message'), message, isNew: z.boolean() }),
  z.object({
    name: z.literal('chat.reacted'),
    chatId: id,
    messageId: id,
    /** The sender of the message. */
    senderId: id,
    /** Null in a group. */
    receiverId: z.nullable(id),
    reactions,
  }),
  /** `contactId` is the other member of a direct chat, whose messages were read; null in a group. */
  z.object({ name: z.literal('chat.read'), chatId: id, userId: id, contactId: z.nullable(id), upToMessageId: id }),
  /** The member `userId` is typing in a direct chat. */
  z.object({ name: z.literal('chat.typing'), chatId: id, userId: id }),
  /** The name or the members of a group changed, or the recipient of the event was removed from the group. */
  z.object({ name: z.literal('chat.changed'), chatId: id }),
  z.object({ name: z.literal('post.created'), postId: id, authorId: id }),
  z.object({ name: z.literal('post.changed'), postId: id }),
  z.object({ name: z.literal('post.deleted'), postId: id }),
  z.object({ name: z.literal('post.liked'), postId: id, userId: id, liked: z.boolean(), likesCount: count }),
  z.object({ name: z.literal('comment.created'), comment, commentsCount: count }),
  z.object({ name: z.literal('comment.changed'), comment }),
  z.object({
    name: z.literal('comment.liked'),
    commentId: id,
    postId: id,
    userId: id,
    liked: z.boolean(),
    likesCount: count,
  }),
  z.object({
    name: z.literal('comment.deleted'),
    commentId: id,
    postId: id,
    parentId: z.nullable(id),
    commentsCount: count,
  }),
  z.object({ name: z.literal('follow.changed'), followerId: id, followedId: id, following: z.boolean() }),
  z.object({ name: z.literal('follow.asked'), followerId: id, followedId: id, asked: z.boolean() }),
  z.object({ name: z.literal('notification.created') }),
  z.object({ name: z.literal('settings.changed') }),
  z.object({ name: z.literal('popular.published') }),
]);
export type LiveItem = z.output<typeof liveItem>;

/** What a browser subscribes to: likes and comments of the posts on its screen, and optionally rankings. */
export const watchInput = z.object({
  streamId: z.string(key('invalid-input')).check(z.maxLength(60, key('invalid-input'))),
  postIds: z.array(id, key('invalid-input')).check(z.maxLength(maxWatched, key('invalid-input'))),
  ranking: z._default(z.boolean(key('invalid-input')), false),
});
export type Watching = z.output<typeof watchInput>;
