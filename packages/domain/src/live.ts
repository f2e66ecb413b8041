import type { Audience } from '@kith/contracts';

/** A post, and who saw it until now where its row does not say so any more: it was narrowed, deleted or hidden. */
type ChangedPost = { postId: number; authorId: number; before: Audience | null };

/** Every live event by name, with its payload. Payloads carry ids (a NOTIFY holds 8 kB), readers fetch the rest. */
export interface LivePayloads {
  'message.sent': { messageId: number; senderId: number; receiverId: number };
  /** It was edited or deleted. */
  'message.changed': { messageId: number; senderId: number; receiverId: number };
  'message.reacted': { messageId: number; senderId: number; receiverId: number };
  'message.read': { readerId: number; senderId: number; upToMessageId: number };
  'message.typing': { senderId: number; receiverId: number };
  'post.created': { postId: number; authorId: number };
  'post.changed': ChangedPost;
  'post.deleted': ChangedPost;
  'post.liked': { postId: number; authorId: number; userId: number; liked: boolean; likesCount: number };
  'comment.created': { commentId: number; postId: number; authorId: number; userId: number; commentsCount: number };
  /** Its words were edited. */
  'comment.changed': { commentId: number; postId: number; authorId: number };
  'comment.liked': {
    commentId: number;
    postId: number;
    /** The post's author. */
    authorId: number;
    userId: number;
    liked: boolean;
    likesCount: number;
  };
  'follow.changed': { followerId: number; followedId: number; following: boolean };
  'comment.deleted': {
    commentId: number;
    postId: number;
    /** The first comment that it answered. */
    parentId: number | null;
    authorId: number;
    /** The comment's author. */
    userId: number;
    /** Whether the moderators had hidden it. */
    hidden: boolean;
    commentsCount: number;
  };
  /** Somebody asked to follow a private user, or asks no longer. */
  'follow.asked': { followerId: number; followedId: number; asked: boolean };
  'notification.created': { recipientId: number };
  /** The member's notification switches. */
  'settings.changed': { userId: number };
  'image.processed': { imageId: number; ownerId: number; status: 'ready' | 'failed' };
  'popular.published': { snapshotId: number };
  'user.changed': { userId: number };
  /** What a browser has on its screen, for the process that holds its stream. */
  'stream.watching': { streamId: string; userId: number; postIds: number[]; ranking: boolean };
  /** Sessions by their stored (hashed) ids; the streams they carry end. */
  'session.ended': { userId: number; sessionIds: string[] | 'all' };
  /** Others may not have arrived: streams look back for what they missed. */
  'events.lost': Record<never, never>;
}

export type LiveEventName = keyof LivePayloads;

/**
 * One event on the bus. `to` lists the users whose streams get it. With null, what is about a post goes to its author and
 * to the streams that have it on the screen, posts themselves to the author's followers too, `popular.published` to those
 * that listen for it, and all else stays within the server.
 */
export type LiveEvent = {
  [N in LiveEventName]: { name: N; to: readonly number[] | null; payload: LivePayloads[N] };
}[LiveEventName];
