import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Posts, at SPEC section 7's paths. */
export const postDoors: Door[] = [
  {
    method: 'GET',
    url: '/users/:userId/posts',
    summary: 'A member’s posts.',
    procedure: (caller) => caller.posts.byUser,
    input: contract.userPostsInput,
    output: contract.post,
    list: true,
  },
  {
    method: 'GET',
    url: '/posts/user/:userId/count',
    summary: 'How many posts a member has.',
    procedure: (caller) => caller.posts.countByUser,
    input: contract.userByIdInput,
    output: contract.count,
  },
  {
    method: 'GET',
    url: '/posts',
    summary: 'Everybody’s posts.',
    procedure: (caller) => caller.posts.list,
    input: contract.pageInput,
    output: contract.post,
    list: true,
  },
  {
    method: 'GET',
    url: '/posts/popular',
    summary: 'Popular posts, by rank in the newest ranking.',
    procedure: (caller) => caller.posts.popular,
    input: contract.pageInput,
    output: contract.post,
    list: true,
  },
  {
    method: 'POST',
    url: '/posts',
    summary: 'Publishes a post as the caller; a repeated clientId answers with the first.',
    procedure: (caller) => caller.posts.create,
    input: contract.createPostInput,
    output: contract.post,
    status: 201,
    message: 'Post created',
  },
  {
    method: 'PATCH',
    url: '/posts/:postId',
    summary: 'Changes the caller’s own post.',
    procedure: (caller) => caller.posts.update,
    input: contract.updatePostInput,
    output: contract.post,
    message: 'Post updated',
  },
  {
    method: 'DELETE',
    url: '/posts/:postId',
    summary: 'Removes the caller’s own post with its likes, comments and pictures.',
    procedure: (caller) => caller.posts.delete,
    input: contract.postByIdInput,
    status: 204,
  },
];
