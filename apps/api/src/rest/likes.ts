import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of likes. */
export const likeEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/likes/count/:postId',
    summary: 'How many like a post.',
    procedure: (caller) => caller.likes.count,
    input: contract.postByIdInput,
    output: contract.count,
  },
  {
    method: 'GET',
    url: '/likes',
    summary: 'Likes; all, or one member’s.',
    procedure: (caller) => caller.likes.list,
    input: contract.likesInput,
    output: contract.like,
    list: true,
  },
  {
    method: 'GET',
    url: '/posts/:postId/likes',
    summary: 'Members who like a post, the last first.',
    procedure: (caller) => caller.likes.likers,
    input: contract.likersInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'POST',
    url: '/likes',
    summary: 'Likes a post as the caller; again is harmless.',
    procedure: (caller) => caller.likes.add,
    input: contract.likeInput,
    output: contract.likeOutput,
  },
  {
    method: 'DELETE',
    url: '/likes',
    summary: 'Takes the caller’s like back; again is harmless.',
    procedure: (caller) => caller.likes.remove,
    input: contract.likeInput,
    output: contract.likeOutput,
  },
  {
    method: 'GET',
    url: '/likes/friends',
    summary: 'For each of up to 20 posts, somebody whom the caller follows and who likes it.',
    procedure: (caller) => caller.likes.byFriends,
    input: contract.likedByFriendsInput,
    output: contract.likedByFriends,
  },
];
