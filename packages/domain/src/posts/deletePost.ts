import { postQueries } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import { announce } from '../announce.ts';
import { requireLivingActor } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { requireOwnPost } from './requireOwnPost.ts';

/** Removes the caller's own post with its likes, comments, notifications and pictures. Throws `not-found`, `forbidden`. */
export async function deletePost(ctx: Context, actor: Actor, input: { postId: number }): Promise<void> {
  const removed = await ctx.db.transaction(async (em) => {
    const [post] = await ctx.db.run(postQueries.remove, [actor.userId, input.postId], em);
    if (!post) return false;
    const keys = post.image_keys;
    if (keys.length > 0) recordJob(em, { name: 'images.remove', payload: { keys } });
    return true;
  });
  if (!removed) {
    await requireLivingActor(ctx, actor);
    await requireOwnPost(ctx, actor, input.postId);
  }
  await handOverJobs(ctx);
  announce(ctx, { name: 'post.deleted', to: null, payload: { postId: input.postId, authorId: actor.userId } });
}
