import type { LikeState } from '@kith/contracts';
import { likeQueries } from '@kith/db';
import { announce } from '../announce.ts';
import { refuseNothingFound } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { actAs } from '../permissions.ts';

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
      payload: { ...state, authorId: row.author_id, userId: actor.userId, audience: row.audience },
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
