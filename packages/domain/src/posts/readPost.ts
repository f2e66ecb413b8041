import type { PostView } from '@kith/contracts';
import { postQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { postView } from './postView.ts';

/** One post. Throws `not-found`. */
export async function readPost(ctx: Context, actor: Actor, input: { postId: number }): Promise<PostView> {
  const [row] = await ctx.db.run(postQueries.byId, [actor.userId, input.postId]);
  if (!row) throw new Refusal('not-found');
  return postView(ctx.settings, row);
}
