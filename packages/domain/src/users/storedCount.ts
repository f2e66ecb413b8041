import { postQueries, userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Counters kept with a user's row. Throws `not-found` when the caller does not see that user. */
export async function userCounts(ctx: Context, actor: Actor, userId: number) {
  const [row] = await ctx.db.run(userQueries.counts, [actor.userId, userId]);
  if (!row) throw new Refusal('not-found');
  return row;
}

/** Counters kept with a post's row. Throws `not-found` when the caller does not see that post. */
export async function postCounts(ctx: Context, actor: Actor, postId: number) {
  const [row] = await ctx.db.run(postQueries.counts, [actor.userId, postId]);
  if (!row) throw new Refusal('not-found');
  return row;
}
