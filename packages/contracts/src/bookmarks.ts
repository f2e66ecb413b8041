import * as z from 'zod/mini';
import { id } from './common.ts';

/** The state after the call: `saved` is whether the caller has bookmarked the post. */
export const bookmarkOutput = z.object({ postId: id, saved: z.boolean() });
export type BookmarkState = z.output<typeof bookmarkOutput>;
