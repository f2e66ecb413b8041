import { followQueries } from '@kith/db';
import type { Context } from '../context.ts';

/** Whom a member follows, at most the newest 10,000. */
export async function followedIds(ctx: Context, userId: number): Promise<number[]> {
  const rows = await ctx.db.run(followQueries.followedIds, [userId]);
  return rows.map((row) => row.followed_id);
}
