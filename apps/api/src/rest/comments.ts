import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Comments, at SPEC section 7's paths. */
export const commentDoors: Door[] = [
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
    summary: 'A post’s comments.',
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
    method: 'DELETE',
    url: '/comments/:commentId',
    summary: 'Removes a comment, as its author or the post’s.',
    procedure: (caller) => caller.comments.delete,
    input: contract.commentByIdInput,
    status: 204,
  },
];
