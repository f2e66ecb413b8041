import { announce } from '../announce.ts';
import { requireLivingActor } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';
import { requireOwnPost } from './requireOwnPost.ts';

/** Removes the caller's own post with its likes, comments, notifications and pictures. Throws `not-found`, `forbidden`. */
export async function deletePost(ctx: Context, actor: Actor, input: { postId: number }): Promise<void> {
  const removed = await ctx.db.transaction(async (em) => {
    await requireLivingActor(em, actor);
    const [post]: { id: string }[] = await em.execute('delete from posts where id = ? and author_id = ? returning id', [
      input.postId,
      actor.userId,
    ]);
    if (!post) return false;
    await em.execute('update users set posts_count = posts_count - 1 where id = ?', [actor.userId]);
    const images: { key: string }[] = await em.execute('delete from images where post_id = ? returning key', [
      input.postId,
    ]);
    if (images.length > 0) addToOutbox(em, { name: 'images.remove', payload: { keys: images.map(({ key }) => key) } });
    return true;
  });
  if (!removed) await requireOwnPost(ctx, actor, input.postId);
  await flushOutbox(ctx);
  announce(ctx, { name: 'post.deleted', to: null, payload: { postId: input.postId, authorId: actor.userId } });
}
