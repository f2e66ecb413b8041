import { Post } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Throws `not-found` when there is no such post to be seen, `forbidden` when it is somebody else's. */
export async function requireOwnPost(ctx: Context, actor: Actor, postId: number): Promise<void> {
  const seen = { id: postId, author: { deletedAt: null, disabledAt: null } };
  const post = await ctx.db.em().findOne(Post, seen, { fields: ['author'] });
  if (!post) throw new Refusal('not-found');
  if (post.author.id !== actor.userId) throw new Refusal('forbidden');
}
