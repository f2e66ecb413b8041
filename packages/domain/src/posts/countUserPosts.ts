import type { Actor, Context } from '../context.ts';
import { userCounts } from '../users/storedCount.ts';

/** How many posts a member has. Throws `not-found`. */
export const countUserPosts = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).posts_count;
