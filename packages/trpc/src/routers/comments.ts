import * as contract from '@kith/contracts';
import { postByIdInput } from '@kith/contracts';
import { countComments, createComment, deleteComment, listComments } from '@kith/domain';
import { adding, limited, router, signedIn } from '../trpc.ts';

export const comments = router({
  create: adding('comments')
    .input(contract.createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.domain, ctx.actor, input)),
  delete: limited('comments')
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.domain, ctx.actor, input)),
  list: signedIn
    .input(contract.postCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.domain, ctx.actor, input)),
  count: signedIn.input(postByIdInput).query(({ ctx, input }) => countComments(ctx.domain, ctx.actor, input)),
});
