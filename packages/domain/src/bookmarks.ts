import type { BookmarkState, Page, PostView } from '@kith/contracts';
import { bookmarkQueries } from '@kith/db';
import { refuseNothingFound } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { idCursor, type PageInput } from './cursor.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';
import { visiblePage } from './visiblePage.ts';

/** Saves a post for the caller, who alone knows of it; again is harmless. Throws `not-found`. */
export async function savePost(ctx: Context, actor: Actor, { postId }: { postId: number }): Promise<BookmarkState> {
  const [post] = await ctx.db.run(bookmarkQueries.add, [actor.userId, postId]);
  if (!post) return refuseNothingFound(ctx, actor);
  return { postId, saved: true };
}

/** Takes a post from what the caller has saved, also one that they do not see any more; again is harmless. */
export async function unsavePost(ctx: Context, actor: Actor, { postId }: { postId: number }): Promise<BookmarkState> {
  const [done] = await ctx.db.run(bookmarkQueries.remove, [actor.userId, postId]);
  if (!done) return refuseNothingFound(ctx, actor);
  return { postId, saved: false };
}

/** What the caller has saved and still sees, last saved first. */
export async function listSaved(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(ctx, input, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(bookmarkQueries.list, [actor.userId, before, rows]),
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.key_id],
  });
}
