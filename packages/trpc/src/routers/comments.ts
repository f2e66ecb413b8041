import * as contract from '@kith/contracts';
import { postByIdInput } from '@kith/contracts';
import {
  countComments,
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  unlikeComment,
  updateComment,
} from '@kith/domain';
import { adding, limited, router, signedIn } from '../trpc.ts';

export const comments = router({
  create: adding('comments')
    .input(contract.createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.domain, ctx.actor, input)),
  update: limited('comments')
    .input(contract.updateCommentInput)
    .mutation(({ ctx, input }) => updateComment(ctx.domain, ctx.actor, input)),
  like: limited('likes')
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => likeComment(ctx.domain, ctx.actor, input)),
  unlike: limited('likes')
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => unlikeComment(ctx.domain, ctx.actor, input)),
  replies: signedIn.input(contract.repliesInput).query(({ ctx, input }) => listReplies(ctx.domain, ctx.actor, input)),
  delete: limited('comments')
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.domain, ctx.actor, input)),
  list: signedIn
    .input(contract.postCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.domain, ctx.actor, input)),
  count: signedIn.input(postByIdInput).query(({ ctx, input }) => countComments(ctx.domain, ctx.actor, input)),
});
