import * as contract from '@kith/contracts';
import { postByIdInput } from '@kith/contracts';
import { countLikes, likePost, listLikes, unlikePost } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const likes = router({
  add: limited('likes')
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => likePost(ctx.domain, ctx.actor, input)),
  remove: limited('likes')
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => unlikePost(ctx.domain, ctx.actor, input)),
  count: signedIn.input(postByIdInput).query(({ ctx, input }) => countLikes(ctx.domain, ctx.actor, input)),
  list: signedIn.input(contract.likesInput).query(({ ctx, input }) => listLikes(ctx.domain, ctx.actor, input)),
});
