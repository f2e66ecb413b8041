import type { CommentView, Page } from '@kith/contracts';
import { commentQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { postCounts } from '../users/storedCount.ts';
import { commentView } from './commentView.ts';

/** A post's comments, newest first; nothing for a post there is not. */
export async function listComments(
  ctx: Context,
  actor: Actor,
  input: PageInput & { postId: number },
): Promise<Page<CommentView>> {
  const rows = await ctx.db.run(commentQueries.byPost, [
    actor.userId,
    input.postId,
    idCursor(input.cursor),
    input.limit + 1,
  ]);
  return toPage(
    rows,
    input.limit,
    (row) => commentView(ctx.settings, row),
    (row) => [row.id],
  );
}

/** How many comments a post has. Throws `not-found`. */
export const countComments = async (ctx: Context, actor: Actor, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, actor, input.postId)).comments_count;
