import * as z from 'zod/mini';
import { clientId, count, id, key, pageInput, requiredText, time } from './common.ts';
import { maxLengths } from './lengths.ts';
import { links, preview } from './linkPreviews.ts';
import { userSummary } from './users.ts';

/**
 * A comment, or a reply to the top-level comment `parentId`. A deleted comment with replies is kept without text, and its `user`
 * is null.
 */
export const comment = z.object({
  commentId: id,
  postId: id,
  parentId: z.nullable(id),
  content: z.string(),
  createdAt: time,
  editedAt: z.nullable(time),
  user: z.nullable(userSummary),
  likesCount: count,
  likedByMe: z.boolean(),
  repliesCount: count,
  links,
});
export type CommentView = z.output<typeof comment>;

/** A new comment, and the number of comments of its post. */
export const commentCreated = z.extend(comment, { commentsCount: count });
export type CommentCreated = z.output<typeof commentCreated>;

const content = requiredText(maxLengths.comment, 'comment-required', 'comment-too-long');

export const createCommentInput = z.object({
  userId: id,
  postId: id,
  content,
  /** The comment that is replied to. A reply to a reply belongs to the same top-level comment. */
  parentId: z.nullish(id),
  clientId: z.optional(clientId),
  preview,
});

export const updateCommentInput = z.object({ commentId: id, content });
export const commentByIdInput = z.object({ commentId: id });
/** The top-level comments of a post. */
export const postCommentsInput = z.extend(pageInput, {
  postId: id,
  order: z.optional(z.enum(['newest', 'oldest'], key('invalid-input'))),
});
export const repliesInput = z.extend(pageInput, { commentId: id });

/** Whether the caller likes the comment after the call, and the comment's number of likes. */
export const commentLikeOutput = z.object({ commentId: id, liked: z.boolean(), likesCount: count });
export type CommentLikeState = z.output<typeof commentLikeOutput>;
