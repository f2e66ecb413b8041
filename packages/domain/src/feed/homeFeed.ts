import { postQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type Page, type PageInput, timeCursor } from '../cursor.ts';
import { postPage } from '../posts/listPosts.ts';
import type { PostView } from '../posts/postView.ts';

/** Posts of the members the caller follows, newest first. */
export async function homeFeed(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(postQueries.home, [actor.userId, at, id, input.limit + 1]);
  return postPage(ctx, rows, input.limit);
}
