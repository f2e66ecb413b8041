import type { Page, PostView } from '@kith/contracts';
import { type Examined, type PostRow, postQueries, userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, type TimeCursor, timeCursor, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { visiblePage } from '../visiblePage.ts';
import { postView } from './postView.ts';

/** One post. Throws `not-found`. */
export async function readPost(ctx: Context, actor: Actor, input: { postId: number }): Promise<PostView> {
  const [row] = await ctx.db.run(postQueries.byId, [actor.userId, input.postId]);
  if (!row) throw new Refusal('not-found');
  return postView(ctx.settings, await pictureAddresses(ctx), row);
}

/** Makes a page of posts ordered newest first. */
export async function postPage(ctx: Context, rows: PostRow[], limit: number): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    limit,
    (row) => postView(ctx.settings, address, row),
    (row) => [row.created_at, row.id],
  );
}

/** The same of posts that the viewer may see, from a statement that examines others too. */
async function visiblePosts(
  ctx: Context,
  input: PageInput,
  read: (after: TimeCursor, rows: number) => Promise<(PostRow & Examined)[]>,
): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(ctx, input, {
    key: timeCursor,
    read,
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.created_at, row.id],
  });
}

/** Everybody's posts, newest first. */
export async function listPosts(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  return visiblePosts(ctx, input, ({ at, id }, rows) => ctx.db.run(postQueries.newest, [actor.userId, at, id, rows]));
}

/** One user's posts, newest first; nothing for a user there is not. */
export async function listUserPosts(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId: number },
): Promise<Page<PostView>> {
  return visiblePosts(ctx, input, ({ at, id }, rows) =>
    ctx.db.run(postQueries.byUser, [actor.userId, input.userId, at, id, rows]),
  );
}

/** How many posts a user has. Throws `not-found`. */
export const countUserPosts = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).posts_count;

/** Counters kept with a user's row. Throws `not-found` when they are not there, gone or shut out. */
export async function userCounts(ctx: Context, actor: Actor, userId: number) {
  const [row] = await ctx.db.run(userQueries.counts, [actor.userId, userId]);
  if (!row) throw new Refusal('not-found');
  return row;
}

/** Counters kept with a post's row. Throws `not-found` when it is not there, or its author is gone or shut out. */
export async function postCounts(ctx: Context, actor: Actor, postId: number) {
  const [row] = await ctx.db.run(postQueries.counts, [actor.userId, postId]);
  if (!row) throw new Refusal('not-found');
  return row;
}
