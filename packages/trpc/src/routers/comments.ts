import * as contract from '@kith/contracts';
import { postByIdInput } from '@kith/contracts';
import { countComments, createComment, listComments } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const comments = router({
  create: limited('comments')
    .input(contract.createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.domain, ctx.actor, input)),
  list: signedIn.input(contract.postCommentsInput).query(({ ctx, input }) => listComments(ctx.domain, input)),
  count: signedIn.input(postByIdInput).query(({ ctx, input }) => countComments(ctx.domain, input)),
});
