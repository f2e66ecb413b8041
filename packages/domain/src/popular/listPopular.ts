import type { Page, PostView } from '@kith/contracts';
import { postQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, popularCursor, toPage } from '../cursor.ts';
import { postView } from '../posts/postView.ts';

/** Popular posts by rank, from one snapshot even when a new one comes while paging. */
export async function listPopular(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { snapshot, rank } = popularCursor(input.cursor);
  const rows = await ctx.db.run(postQueries.popular, [actor.userId, rank, input.limit + 1, snapshot]);
  return toPage(
    rows,
    input.limit,
    (row) => postView(ctx.settings, row),
    (row) => [row.snapshot_id, row.rank],
  );
}
