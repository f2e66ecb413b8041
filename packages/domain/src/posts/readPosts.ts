import type { Page, PostPicture, PostView } from '@kith/contracts';
import { type Examined, type PostRow, postQueries, userQueries } from '@kith/db';
import { refuseMissing } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, type TimeCursor, timeCursor, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { pictureView } from '../images/pictureView.ts';
import { userSummary } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';
import { postView } from './postView.ts';

/** One post. Throws `not-found`, and `unauthenticated` if the caller's account was deleted meanwhile. */
export async function readPost(ctx: Context, actor: Actor, input: { postId: number }): Promise<PostView> {
  const [row] = await ctx.db.run(postQueries.byIds, [actor.userId, [input.postId]]);
  if (!row) return refuseMissing(ctx, actor);
  return postView(ctx.settings, await pictureAddresses(ctx), row);
}

/** Those of some posts that the caller sees, in the order of the ids. */
export async function postsById(ctx: Context, actor: Actor, ids: number[]): Promise<PostView[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await ctx.db.run(postQueries.byIds, [actor.userId, ids])).map((row) => [row.id, row]));
  const address = await pictureAddresses(ctx);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [postView(ctx.settings, address, row)] : [];
  });
}

/** Throws `not-found` if the caller cannot see the post, and `forbidden` if the caller is not its author. */
export async function requireOwnPost(ctx: Context, actor: Actor, postId: number): Promise<void> {
  const [post] = await ctx.db.run(postQueries.audienceOf, [actor.userId, postId]);
  if (!post) throw new Refusal('not-found');
  if (post.author_id !== actor.userId) throw new Refusal('forbidden');
}

/** All pictures of a post, in order; in an album, each with who added it. Throws `not-found` if the caller cannot see the post. */
export async function listPostImages(
  ctx: Context,
  actor: Actor,
  { postId, limit, cursor }: PageInput & { postId: number },
): Promise<Page<PostPicture>> {
  const after = idCursor(cursor, -1);
  const rows = await ctx.db.run(postQueries.pictures, [actor.userId, postId, after, limit + 1]);
  if (rows.length === 0) await readPost(ctx, actor, { postId });
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    limit,
    (row) => ({
      ...pictureView(address, row),
      ...(row.album && {
        user: userSummary(ctx.settings, { ...row, id: row.adder_id }),
      }),
    }),
    (row) => [row.position],
  );
}

/** Makes a page of posts, newest first. */
export async function postPage(ctx: Context, rows: PostRow[], limit: number): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    limit,
    (row) => postView(ctx.settings, address, row),
    (row) => [row.created_at, row.id],
  );
}

/** Like `postPage`, for a statement that also examines rows that the viewer may not see. */
async function visiblePosts(
  ctx: Context,
  input: PageInput,
  read: (after: TimeCursor, rows: number) => Promise<(PostRow & Examined)[]>,
): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: timeCursor,
    read,
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.created_at, row.id],
  });
}

/** All posts that the caller may see, newest first. */
export async function listPosts(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  return visiblePosts(ctx, input, ({ at, id }, rows) => ctx.db.run(postQueries.newest, [actor.userId, at, id, rows]));
}

/** The posts of one user that the caller may see, newest first; empty if there is no such user. */
export async function listUserPosts(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId: number },
): Promise<Page<PostView>> {
  return visiblePosts(ctx, input, ({ at, id }, rows) =>
    ctx.db.run(postQueries.byUser, [actor.userId, input.userId, at, id, rows]),
  );
}

/** The number of a user's posts that the caller can see. Throws `not-found`. */
export const countUserPosts = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).posts_count;

/** A user's counts of visible posts, followers and followed users. Throws `not-found` if the caller cannot see the user. */
export async function userCounts(ctx: Context, actor: Actor, userId: number) {
  const [row] = await ctx.db.run(userQueries.byId, [actor.userId, userId]);
  if (!row) throw new Refusal('not-found');
  return row;
}

/** A post's counts of likes and comments. Throws `not-found` if the caller cannot see the post. */
export async function postCounts(ctx: Context, actor: Actor, postId: number) {
  const [row] = await ctx.db.run(postQueries.byIds, [actor.userId, [postId]]);
  if (!row) throw new Refusal('not-found');
  return row;
}
