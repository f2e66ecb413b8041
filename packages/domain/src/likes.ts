import type { LikedByFriend, LikeState, LikeView, Page } from '@kith/contracts';
import { likeQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import { refuseMissing, requireSelf } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { idCursor, type PageInput } from './cursor.ts';
import { scheduleDelivery } from './notifications.ts';
import { postCounts } from './posts/readPosts.ts';
import { userListItem } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

export interface LikeInput {
  userId: number;
  postId: number;
}

async function change(ctx: Context, actor: Actor, input: LikeInput, liked: boolean): Promise<LikeState> {
  requireSelf(actor, input.userId);
  const [row] = await ctx.db.run(liked ? likeQueries.add : likeQueries.remove, [actor.userId, input.postId]);
  if (!row) return refuseMissing(ctx, actor);
  const { postId } = input;
  const payload = { postId, authorId: row.author_id, userId: actor.userId, liked };
  if (row.changed) void announce(ctx, { name: 'post.liked', to: null, payload });
  if (row.notified) await scheduleDelivery(ctx);
  return { postId, liked, likesCount: row.likes_count };
}

/** Likes a post. Idempotent. Throws `forbidden`, `not-found`. */
export const likePost = (ctx: Context, actor: Actor, input: LikeInput) => change(ctx, actor, input, true);

/** Removes a like. Idempotent. Throws `forbidden`, `not-found`. */
export const unlikePost = (ctx: Context, actor: Actor, input: LikeInput) => change(ctx, actor, input, false);

/** The likes of all users or of one user, newest first. */
export async function listLikes(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId?: number | undefined },
): Promise<Page<LikeView>> {
  const { userId } = input;
  return visiblePage(input, {
    key: idCursor,
    read: (before, rows) =>
      userId === undefined
        ? ctx.db.run(likeQueries.newest, [actor.userId, before, rows])
        : ctx.db.run(likeQueries.byUser, [actor.userId, userId, before, rows]),
    view: (row) => ({ user: { userId: row.user_id }, post: { postId: row.post_id }, createdAt: row.created_at }),
    keyOf: (row) => [row.id],
  });
}

/** The users who like a post, most recent first; empty if there is no such post. */
export const listLikers = (ctx: Context, actor: Actor, input: PageInput & { postId: number }) =>
  visiblePage(input, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(likeQueries.likers, [actor.userId, input.postId, before, rows]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.key_id],
  });

/**
 * For each of the given posts that the caller can see, at most one of its last ten likers: the most recent one whom the caller
 * follows.
 */
export async function listLikedByFriends(
  ctx: Context,
  actor: Actor,
  { postIds }: { postIds: number[] },
): Promise<LikedByFriend[]> {
  const rows = await ctx.db.run(likeQueries.friends, [actor.userId, postIds]);
  return rows.map((row) => ({ postId: row.post_id, userName: row.user_name, displayName: row.display_name }));
}

/** The number of likes of a post. Throws `not-found`. */
export const countLikes = async (ctx: Context, actor: Actor, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, actor, input.postId)).likes_count;
