import { pageInput, postByIdInput } from '@kith/contracts';
import { listSaved, savePost, unsavePost } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const bookmarks = router({
  add: limited('likes')
    .input(postByIdInput)
    .mutation(({ ctx, input }) => savePost(ctx.domain, ctx.actor, input)),
  remove: limited('likes')
    .input(postByIdInput)
    .mutation(({ ctx, input }) => unsavePost(ctx.domain, ctx.actor, input)),
  list: signedIn.input(pageInput).query(({ ctx, input }) => listSaved(ctx.domain, ctx.actor, input)),
});
