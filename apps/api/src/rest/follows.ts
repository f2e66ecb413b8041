import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

const user = '/:userId(^\\d+$)';

/** The REST routes of follows. */
export const followEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: `${user}/followers`,
    summary: 'Who follows a member.',
    procedure: (caller) => caller.follows.followers,
    input: contract.userPageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: `${user}/following`,
    summary: 'Whom a member follows.',
    procedure: (caller) => caller.follows.following,
    input: contract.userPageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: `${user}/followers/count`,
    summary: 'How many follow a member.',
    procedure: (caller) => caller.follows.followersCount,
    input: contract.userByIdInput,
    output: contract.count,
  },
  {
    method: 'GET',
    url: `${user}/following/count`,
    summary: 'How many a member follows.',
    procedure: (caller) => caller.follows.followingCount,
    input: contract.userByIdInput,
    output: contract.count,
  },
  {
    method: 'POST',
    url: '/follows',
    summary: 'Follows as the caller, or asks whoever is private; again is harmless.',
    procedure: (caller) => caller.follows.add,
    input: contract.followInput,
    output: contract.followOutput,
  },
  {
    method: 'DELETE',
    url: '/follows',
    summary: 'Unfollows as the caller, or asks no longer; removes a follower of the caller. Again is harmless.',
    procedure: (caller) => caller.follows.remove,
    input: contract.followInput,
    output: contract.followOutput,
  },
  {
    method: 'GET',
    url: '/follows/friends',
    summary: 'Those whom the caller follows and who follow the caller: who sees posts for friends.',
    procedure: (caller) => caller.follows.friends,
    input: contract.pageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: '/follows/requests',
    summary: 'Who asks to follow the caller.',
    procedure: (caller) => caller.follows.requests,
    input: contract.pageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'POST',
    url: '/follows/requests/:userId/accept',
    summary: 'Lets somebody who asked follow the caller; again is harmless.',
    procedure: (caller) => caller.follows.accept,
    input: contract.userByIdInput,
  },
  {
    method: 'POST',
    url: '/follows/requests/:userId/decline',
    summary: 'Sends away somebody who asked; again is harmless.',
    procedure: (caller) => caller.follows.decline,
    input: contract.userByIdInput,
  },
  {
    method: 'GET',
    url: '/follows/requests/count',
    summary: 'How many members wait to follow the caller.',
    procedure: (caller) => caller.follows.requestsCount as never,
    output: contract.countOf,
  },
];
