import type { Context } from '../context.ts';
import { storedCount } from '../users/storedCount.ts';

/** How many posts a member has. Throws `not-found`. */
export const countUserPosts = (ctx: Context, input: { userId: number }): Promise<number> =>
  storedCount(ctx, 'users', 'posts_count', input.userId);
