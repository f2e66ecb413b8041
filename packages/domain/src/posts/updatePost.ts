import type { Audience, Commenters, PostView } from '@kith/contracts';
import { Post } from '@kith/db';
import { announce } from '../announce.ts';
import { requireLivingActor } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { actAs } from '../permissions.ts';
import { readPost } from './readPost.ts';
import { requireOwnPost } from './requireOwnPost.ts';

export interface UpdatePost {
  postId: number;
  userId?: number | undefined;
  caption: string;
  location?: string | null | undefined;
  /** As it was, unless given. */
  audience?: Audience | undefined;
  commenters?: Commenters | undefined;
}

/** Changes the caller's own post; the last edit wins. Throws `not-found`, `forbidden`. */
export async function updatePost(ctx: Context, actor: Actor, input: UpdatePost): Promise<PostView> {
  if (input.userId !== undefined) actAs(actor, input.userId);
  const changed = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    return em.nativeUpdate(
      Post,
      { id: input.postId, author: actor.userId },
      {
        caption: input.caption,
        location: input.location || null,
        editedAt: ctx.clock.now(),
        ...(input.audience && { audience: input.audience }),
        ...(input.commenters && { commenters: input.commenters }),
      },
    );
  });
  if (changed === 0) await requireOwnPost(ctx, actor, input.postId);
  announce(ctx, { name: 'post.changed', to: null, payload: { postId: input.postId, authorId: actor.userId } });
  return readPost(ctx, actor, { postId: input.postId });
}
