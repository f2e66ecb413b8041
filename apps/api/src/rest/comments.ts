import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of comments. */
export const commentEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/comments/count/:postId',
    summary: 'How many comments a post has.',
    procedure: (caller) => caller.comments.count,
    input: contract.postByIdInput,
    output: contract.count,
  },
  {
    method: 'GET',
    url: '/comments/post/:postId',
    summary: 'A post’s first comments, the newest or the oldest first.',
    procedure: (caller) => caller.comments.list,
    input: contract.postCommentsInput,
    output: contract.comment,
    list: true,
  },
  {
    method: 'POST',
    url: '/comments',
    summary: 'Comments as the caller; a repeated clientId answers with the first.',
    procedure: (caller) => caller.comments.create,
    input: contract.createCommentInput,
    output: contract.commentCreated,
    status: 201,
  },
  {
    method: 'GET',
    url: '/comments/:commentId/replies',
    summary: 'The replies to a comment, the oldest first.',
    procedure: (caller) => caller.comments.replies,
    input: contract.repliesInput,
    output: contract.comment,
    list: true,
  },
  {
    method: 'PATCH',
    url: '/comments/:commentId',
    summary: 'Edits the caller’s comment.',
    procedure: (caller) => caller.comments.update,
    input: contract.updateCommentInput,
    output: contract.comment,
  },
  {
    method: 'POST',
    url: '/comments/:commentId/likes',
    summary: 'Likes a comment as the caller; again is harmless.',
    procedure: (caller) => caller.comments.like,
    input: contract.commentByIdInput,
    output: contract.commentLikeOutput,
  },
  {
    method: 'DELETE',
    url: '/comments/:commentId/likes',
    summary: 'Takes the caller’s like of a comment back; again is harmless.',
    procedure: (caller) => caller.comments.unlike,
    input: contract.commentByIdInput,
    output: contract.commentLikeOutput,
  },
  {
    method: 'DELETE',
    url: '/comments/:commentId',
    summary: 'Removes a comment, as its author or the post’s.',
    procedure: (caller) => caller.comments.delete,
    input: contract.commentByIdInput,
    status: 204,
  },
];
