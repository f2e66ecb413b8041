import type { Page, PostView } from '@kith/contracts';
import { feedQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor } from '../cursor.ts';
import { postPage } from '../posts/listPosts.ts';

/**
 * Posts of the members the caller follows, newest first. They are read from the caller's feed entries; only a page that
 * reaches beyond the entries kept goes on from the posts themselves.
 */
export async function homeFeed(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { at, id } = timeCursor(input.cursor);
  const wanted = input.limit + 1;
  const rows = await ctx.db.run(feedQueries.home, [actor.userId, at, id, wanted]);
  if (rows.length < wanted) {
    const [member] = await ctx.db.run(feedQueries.since, [actor.userId]);
    if (member?.feed_since) {
      const last = rows.at(-1);
      const from = last ? { at: last.created_at, id: last.id } : { at, id };
      rows.push(...(await ctx.db.run(feedQueries.older, [actor.userId, from.at, from.id, wanted - rows.length])));
    }
  }
  return postPage(ctx, rows, input.limit);
}
