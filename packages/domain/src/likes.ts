import type { LikeState, LikeView, Page } from '@kith/contracts';
import { likeQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import { actAs, refuseNothingFound } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { idCursor, type PageInput, toPage } from './cursor.ts';
import { postCounts } from './posts/readPosts.ts';

export interface LikeInput {
  userId: number;
  postId: number;
}

async function change(ctx: Context, actor: Actor, input: LikeInput, liked: boolean): Promise<LikeState> {
  actAs(actor, input.userId);
  const [row] = await ctx.db.run(liked ? likeQueries.add : likeQueries.remove, [actor.userId, input.postId]);
  if (!row) return refuseNothingFound(ctx, actor);
  const state = { postId: input.postId, liked, likesCount: row.likes_count };
  if (row.changed) {
    announce(ctx, {
      name: 'post.liked',
      to: null,
      payload: { ...state, authorId: row.author_id, userId: actor.userId },
    });
  }
  if (row.notified) {
    announce(ctx, { name: 'notification.created', to: [row.author_id], payload: { recipientId: row.author_id } });
  }
  return state;
}

/** Likes a post; doing it again changes nothing. Throws `forbidden`, `not-found`. */
export const likePost = (ctx: Context, actor: Actor, input: LikeInput) => change(ctx, actor, input, true);

/** Takes a like back; doing it again changes nothing. Throws `forbidden`, `not-found`. */
export const unlikePost = (ctx: Context, actor: Actor, input: LikeInput) => change(ctx, actor, input, false);

/** Likes, newest first; all, or one user's. */
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
