import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

const member = '/:userId(^\\d+$)';

/** Follows, at SPEC section 7's paths. */
export const followDoors: Door[] = [
  {
    method: 'GET',
    url: `${member}/followers`,
    summary: 'Who follows a member.',
    procedure: (caller) => caller.follows.followers,
    input: contract.userPageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: `${member}/following`,
    summary: 'Whom a member follows.',
    procedure: (caller) => caller.follows.following,
    input: contract.userPageInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: `${member}/followers/count`,
    summary: 'How many follow a member.',
    procedure: (caller) => caller.follows.followersCount,
    input: contract.userByIdInput,
    output: contract.count,
  },
  {
    method: 'GET',
    url: `${member}/following/count`,
    summary: 'How many a member follows.',
    procedure: (caller) => caller.follows.followingCount,
    input: contract.userByIdInput,
    output: contract.count,
  },
  {
    method: 'POST',
    url: '/follows',
    summary: 'Follows as the caller; again is harmless.',
    procedure: (caller) => caller.follows.add,
    input: contract.followInput,
    output: contract.followOutput,
  },
  {
    method: 'DELETE',
    url: '/follows',
    summary: 'Unfollows as the caller; again is harmless.',
    procedure: (caller) => caller.follows.remove,
    input: contract.followInput,
    output: contract.followOutput,
  },
];
