import * as z from 'zod/mini';
import { count, id, pageInput, time } from './common.ts';

export const likeInput = z.object({ userId: id, postId: id });
/** The state after the call, and the post's count. */
export const likeOutput = z.object({ postId: id, liked: z.boolean(), likesCount: count });

export const likesInput = z.extend(pageInput, { userId: z.optional(id) });
export const like = z.object({ user: z.object({ userId: id }), post: z.object({ postId: id }), createdAt: time });
