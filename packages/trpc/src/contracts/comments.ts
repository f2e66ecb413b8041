import * as z from 'zod/mini';
import { clientId, count, id, pageInput, requiredText, time } from './common.ts';
import { userSummary } from './users.ts';

export const commentMaxLength = 1000;

export const comment = z.object({ commentId: id, postId: id, content: z.string(), createdAt: time, user: userSummary });
/** A new comment, and how many its post has now. */
export const commentCreated = z.extend(comment, { commentsCount: count });

export const createCommentInput = z.object({
  userId: id,
  postId: id,
  content: requiredText(commentMaxLength, 'comment-required', 'comment-too-long'),
  clientId: z.optional(clientId),
});
export const commentByIdInput = z.object({ commentId: id });
export const postCommentsInput = z.extend(pageInput, { postId: id });
