import * as contract from '@kith/contracts';
import { listSaved, savePost, unsavePost } from '@kith/domain';
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
    .mutation(({ ctx, input }) => savePost(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /bookmarks',
      summary: 'Removes a bookmark. Idempotent.',
      data: contract.bookmarkOutput,
    })
    .input(contract.postByIdInput)
    .mutation(({ ctx, input }) => unsavePost(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /bookmarks',
      summary: 'Lists the posts that the caller has bookmarked, most recently bookmarked first.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listSaved(ctx.domain, ctx.actor, input)),
});
