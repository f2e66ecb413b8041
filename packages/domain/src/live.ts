import type { Audience } from '@kith/contracts';

/**
 * The payload about a changed post. After a change that hides the post from some members (a narrower audience, a deletion, a
 * decision of moderators), `before` is its earlier audience, and `frozenAt` the time when that audience was frozen.
 */
type ChangedPost = { postId: number; authorId: number; before: Audience | null; frozenAt?: string | null };

/** A message of a chat; `receiverId` is null in a group. */
type OfMessage = { chatId: number; messageId: number; senderId: number; receiverId: number | null };

/**
 * Every live event by name, with its payload. Payloads contain little more than ids, because a NOTIFY can carry only 8 kB; the
 * processes that receive an event read the rest from the tables.
 */
export interface LivePayloads {
  /** A message was sent, edited or deleted. */
  'chat.message': OfMessage & { isNew: boolean };
  'chat.reacted': OfMessage;
  /** `contactId` is the other member of a direct chat. */
  'chat.read': { chatId: number; userId: number; contactId: number | null; upToMessageId: number };
  /** The member `userId` is typing to `contactId` in their direct chat. */
  'chat.typing': { chatId: number; userId: number; contactId: number };
  /** The name, picture or members of a group changed, or one member's settings of a chat did. */
  'chat.changed': { chatId: number };
  'post.created': { postId: number; authorId: number };
  'post.changed': ChangedPost;
  'post.deleted': ChangedPost;
  'post.liked': { postId: number; authorId: number; userId: number; liked: boolean };
  /** Votes in the poll of a post have changed. */
  'poll.voted': { postId: number; authorId: number };
  'comment.created': { commentId: number; postId: number; authorId: number; userId: number };
  /** The comment's text was edited. */
  'comment.changed': { commentId: number; postId: number; authorId: number };
  'comment.liked': {
    commentId: number;
    postId: number;
    /** The post's author. */
    authorId: number;
    userId: number;
    liked: boolean;
  };
  'follow.changed': { followerId: number; followedId: number; following: boolean };
  'comment.deleted': {
    commentId: number;
    postId: number;
    /** The top-level comment that the comment replies to; null if it is a top-level comment itself. */
    parentId: number | null;
    authorId: number;
    /** The comment's author. */
    userId: number;
    /** Whether moderators had hidden the comment. */
    hidden: boolean;
  };
  /** A request to follow a private user was made or withdrawn. */
  'follow.asked': { followerId: number; followedId: number; asked: boolean };
  'notification.created': { recipientId: number };
  /** A member's notification settings have changed. */
  'settings.changed': { userId: number };
  /** The settings of the server have changed: every process rereads them. */
  'server.changed': Record<never, never>;
  'image.processed': { imageId: number; ownerId: number; status: 'ready' | 'failed' };
  /** The page of a link was read, or its picture is ready: calls that wait for it read the preview. */
  'linkPreview.read': { previewId: number };
  'popular.published': { snapshotId: number };
  'user.changed': { userId: number };
  /** What a browser shows on screen; published because another process may serve that browser's event stream. */
  'stream.watching': { streamId: string; userId: number; postIds: number[]; ranking: boolean };
  /** Sessions have ended, given by their stored (hashed) ids; their streams are closed. */
  'session.ended': { userId: number; sessionIds: string[] | 'all' };
  /** Other events may have been lost: streams fetch and send what they missed. */
  'events.lost': Record<never, never>;
}

export type LiveEventName = keyof LivePayloads;

/**
 * An event on the bus. `to` lists the users whose streams receive it. If `to` is null, an event about a post goes to the post's
 * author and to streams that show the post on screen, and an event about the post itself also to the author's followers;
 * `popular.published` goes to its subscribers, and other events stay on the server.
 */
export type LiveEvent = {
  [N in LiveEventName]: { name: N; to: readonly number[] | null; payload: LivePayloads[N] };
}[LiveEventName];
