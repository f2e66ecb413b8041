import type { Page, PostView } from '@kith/contracts';
import { type PostRow, postQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor, toPage } from '../cursor.ts';
import { postView } from './postView.ts';

/** Makes a page of posts ordered newest first. */
export const postPage = (ctx: Context, rows: PostRow[], limit: number): Page<PostView> =>
  toPage(
    rows,
    limit,
    (row) => postView(ctx.settings, row),
    (row) => [row.created_at, row.id],
  );

/** Everybody's posts, newest first. */
export async function listPosts(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(postQueries.newest, [actor.userId, at, id, input.limit + 1]);
  return postPage(ctx, rows, input.limit);
}

/** One member's posts, newest first; nothing for a member there is not. */
export async function listUserPosts(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId: number },
): Promise<Page<PostView>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(postQueries.byUser, [actor.userId, input.userId, at, id, input.limit + 1]);
  return postPage(ctx, rows, input.limit);
}
