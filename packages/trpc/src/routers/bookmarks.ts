import * as contract from '@kith/contracts';
import { addBookmark, listBookmarks, removeBookmark } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const bookmarks = router({
  add: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'POST /bookmarks',
      summary: 'Bookmarks a post. Idempotent.',
      data: contract.bookmarkOutput,
    })
    .input(contract.postByIdInput)
    .mutation(({ ctx, input }) => addBookmark(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /bookmarks',
      summary: 'Removes a bookmark. Idempotent.',
      data: contract.bookmarkOutput,
    })
    .input(contract.postByIdInput)
    .mutation(({ ctx, input }) => removeBookmark(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /bookmarks',
      summary: 'Lists the posts that the caller has bookmarked, most recently bookmarked first.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listBookmarks(ctx.domain, ctx.actor, input)),
});
