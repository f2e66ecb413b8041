import * as contract from '@kith/contracts';
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
import { protectedProcedure, router } from '../trpc.ts';

export const comments = router({
  create: protectedProcedure
    .meta({
      scope: 'write',
      createLimit: 'comments',
      rest: 'POST /comments',
      summary: 'Comments on a post, or replies to a comment. A repeated `clientId` returns the first comment.',
      data: contract.commentCreated,
      status: 201,
    })
    .input(contract.createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.domain, ctx.actor, input)),
  update: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'comments',
      rest: 'PATCH /comments/:commentId',
      summary: 'Edits the caller’s comment.',
      data: contract.comment,
    })
    .input(contract.updateCommentInput)
    .mutation(({ ctx, input }) => updateComment(ctx.domain, ctx.actor, input)),
  like: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'POST /comments/:commentId/likes',
      summary: 'Likes a comment. Idempotent.',
      data: contract.commentLikeOutput,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => likeComment(ctx.domain, ctx.actor, input)),
  unlike: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /comments/:commentId/likes',
      summary: 'Unlikes a comment. Idempotent.',
      data: contract.commentLikeOutput,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => unlikeComment(ctx.domain, ctx.actor, input)),
  replies: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /comments/:commentId/replies',
      summary: 'Lists the replies to a comment, oldest first.',
      list: contract.comment,
    })
    .input(contract.repliesInput)
    .query(({ ctx, input }) => listReplies(ctx.domain, ctx.actor, input)),
  delete: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'comments',
      rest: 'DELETE /comments/:commentId',
      summary: 'Deletes a comment, as its author or as the author of the post.',
      status: 204,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /comments/post/:postId',
      summary: 'Lists the top-level comments of a post, newest or oldest first.',
      list: contract.comment,
    })
    .input(contract.postCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.domain, ctx.actor, input)),
  count: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /comments/count/:postId',
      summary: 'Counts the comments of a post.',
      data: contract.count,
    })
    .input(contract.postByIdInput)
    .query(({ ctx, input }) => countComments(ctx.domain, ctx.actor, input)),
});
