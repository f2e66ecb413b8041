import type { LikeView, Page } from '@kith/contracts';
import { likeQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { postCounts } from '../users/storedCount.ts';

/** Likes, newest first; all, or one member's. */
export async function listLikes(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId?: number | undefined },
): Promise<Page<LikeView>> {
  const before = idCursor(input.cursor);
  const rows = await (input.userId === undefined
    ? ctx.db.run(likeQueries.newest, [actor.userId, before, input.limit + 1])
    : ctx.db.run(likeQueries.byUser, [actor.userId, before, input.limit + 1, input.userId]));
  return toPage(
    rows,
    input.limit,
    (row) => ({ user: { userId: row.user_id }, post: { postId: row.post_id }, createdAt: row.created_at }),
    (row) => [row.id],
  );
}

/** How many like a post. Throws `not-found`. */
export const countLikes = async (ctx: Context, actor: Actor, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, actor, input.postId)).likes_count;
