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
import { router, signedIn } from '../trpc.ts';

export const comments = router({
  create: signedIn
    .meta({
      scope: 'write',
      adds: 'comments',
      rest: 'POST /comments',
      summary: 'Comments as the caller; a repeated clientId answers with the first.',
      data: contract.commentCreated,
      status: 201,
    })
    .input(contract.createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.domain, ctx.actor, input)),
  update: signedIn
    .meta({
      scope: 'write',
      limit: 'comments',
      rest: 'PATCH /comments/:commentId',
      summary: 'Edits the caller’s comment.',
      data: contract.comment,
    })
    .input(contract.updateCommentInput)
    .mutation(({ ctx, input }) => updateComment(ctx.domain, ctx.actor, input)),
  like: signedIn
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'POST /comments/:commentId/likes',
      summary: 'Likes a comment as the caller; again is harmless.',
      data: contract.commentLikeOutput,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => likeComment(ctx.domain, ctx.actor, input)),
  unlike: signedIn
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /comments/:commentId/likes',
      summary: 'Takes the caller’s like of a comment back; again is harmless.',
      data: contract.commentLikeOutput,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => unlikeComment(ctx.domain, ctx.actor, input)),
  replies: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /comments/:commentId/replies',
      summary: 'The replies to a comment, the oldest first.',
      list: contract.comment,
    })
    .input(contract.repliesInput)
    .query(({ ctx, input }) => listReplies(ctx.domain, ctx.actor, input)),
  delete: signedIn
    .meta({
      scope: 'write',
      limit: 'comments',
      rest: 'DELETE /comments/:commentId',
      summary: 'Removes a comment, as its author or the post’s.',
      status: 204,
    })
    .input(contract.commentByIdInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /comments/post/:postId',
      summary: 'A post’s first comments, the newest or the oldest first.',
      list: contract.comment,
    })
    .input(contract.postCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.domain, ctx.actor, input)),
  count: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /comments/count/:postId',
      summary: 'How many comments a post has.',
      data: contract.count,
    })
    .input(contract.postByIdInput)
    .query(({ ctx, input }) => countComments(ctx.domain, ctx.actor, input)),
});
