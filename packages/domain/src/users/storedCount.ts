import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

type Counter =
  | ['users', 'posts_count' | 'followers_count' | 'following_count']
  | ['posts', 'likes_count' | 'comments_count'];

/** A counter kept with its row. Throws `not-found` when there is no such row. */
export async function storedCount(ctx: Context, ...[table, column, id]: [...Counter, number]): Promise<number> {
  const there = table === 'users' ? 'and deleted_at is null and disabled_at is null' : '';
  const [row]: { count: number }[] = await ctx.db
    .em()
    .execute(`select ${column} as count from ${table} where id = ? ${there}`, [id]);
  if (!row) throw new Refusal('not-found');
  return row.count;
}
