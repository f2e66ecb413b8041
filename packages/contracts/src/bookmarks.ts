import * as z from 'zod/mini';
import { id } from './common.ts';

/** Whether the caller has bookmarked the post after the call. */
export const bookmarkOutput = z.object({ postId: id, saved: z.boolean() });
export type BookmarkState = z.output<typeof bookmarkOutput>;
