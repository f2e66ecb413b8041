import { postQueries, userQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Counters kept with a user's row. Throws `not-found` when they are not there, gone or shut out. */
export async function userCounts(ctx: Context, userId: number) {
  const [row] = await ctx.db.run(userQueries.counts, [userId]);
  if (!row) throw new Refusal('not-found');
  return row;
}

/** Counters kept with a post's row. Throws `not-found` when it is not there, or its author is gone or shut out. */
export async function postCounts(ctx: Context, postId: number) {
  const [row] = await ctx.db.run(postQueries.counts, [postId]);
  if (!row) throw new Refusal('not-found');
  return row;
}
