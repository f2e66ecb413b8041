import type { Context } from '../context.ts';
import { userCounts } from '../users/storedCount.ts';

/** How many posts a member has. Throws `not-found`. */
export const countUserPosts = async (ctx: Context, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, input.userId)).posts_count;
