import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

type Counter =
  | ['users', 'posts_count' | 'followers_count' | 'following_count']
  | ['posts', 'likes_count' | 'comments_count'];

/** Whose row it is must be there to be seen. */
const owner = { users: 'u.id = x.id', posts: 'u.id = x.author_id' };

/**
 * A counter kept with its row. It counts rows, and so those of disabled members too: being shut out hides who liked,
 * not that somebody did. Throws `not-found` when there is no such row, or its member is gone or shut out.
 */
export async function storedCount(ctx: Context, ...[table, column, id]: [...Counter, number]): Promise<number> {
  const [row]: { count: number }[] = await ctx.db.em().execute(
    `select x.${column} as count from ${table} x
     join users u on ${owner[table]} and u.deleted_at is null and u.disabled_at is null
     where x.id = ?`,
    [id],
  );
  if (!row) throw new Refusal('not-found');
  return row.count;
}
