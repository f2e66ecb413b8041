import type { BookmarkState, Page, PostView } from '@kith/contracts';
import { Bookmark, bookmarkQueries } from '@kith/db';
import { refuseMissing, requireActiveAccount } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { idCursor, type PageInput } from './cursor.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';
import { visiblePage } from './visiblePage.ts';

/** Bookmarks a post for the caller; nobody else can see the bookmark. Idempotent. Throws `not-found`. */
export async function addBookmark(ctx: Context, actor: Actor, { postId }: { postId: number }): Promise<BookmarkState> {
  const [post] = await ctx.db.run(bookmarkQueries.add, [actor.userId, postId]);
  if (!post) return refuseMissing(ctx, actor);
  return { postId, saved: true };
}

/** Removes the caller's bookmark, even if the caller can no longer see the post. Idempotent. */
export async function removeBookmark(
  ctx: Context,
  actor: Actor,
  { postId }: { postId: number },
): Promise<BookmarkState> {
  await requireActiveAccount(ctx, actor);
  await ctx.db.em().nativeDelete(Bookmark, { user: actor.userId, post: postId });
  return { postId, saved: false };
}

/** The caller's bookmarked posts that they can still see, most recently bookmarked first. */
export async function listBookmarks(ctx: Context, actor: Actor, input: PageInput): Promise<Page<PostView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(bookmarkQueries.list, [actor.userId, before, rows]),
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.key_id],
  });
}
