import { likeQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { idCursor, type Page, type PageInput, toPage } from '../cursor.ts';
import { postCounts } from '../users/storedCount.ts';

export interface LikeView {
  user: { userId: number };
  post: { postId: number };
  createdAt: string;
}

/** Likes, newest first; all, or one member's. */
export async function listLikes(
  ctx: Context,
  input: PageInput & { userId?: number | undefined },
): Promise<Page<LikeView>> {
  const before = idCursor(input.cursor);
  const rows = await (input.userId === undefined
    ? ctx.db.run(likeQueries.newest, [before, input.limit + 1])
    : ctx.db.run(likeQueries.byUser, [before, input.limit + 1, input.userId]));
  return toPage(
    rows,
    input.limit,
    (row) => ({ user: { userId: row.user_id }, post: { postId: row.post_id }, createdAt: row.created_at }),
    (row) => [row.id],
  );
}

/** How many like a post. Throws `not-found`. */
export const countLikes = async (ctx: Context, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, input.postId)).likes_count;
