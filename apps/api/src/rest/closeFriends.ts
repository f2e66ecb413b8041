import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of the caller's list of close friends. */
export const closeFriendEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/close-friends',
    summary: 'The caller’s close friends, who see posts with the audience `close`; nobody else sees the list.',
    procedure: (caller) => caller.closeFriends.list,
    input: contract.pageInput,
    output: contract.userSummary,
    list: true,
  },
  {
    method: 'POST',
    url: '/close-friends',
    summary: 'Puts a member on the list, who is not notified; again is harmless.',
    procedure: (caller) => caller.closeFriends.add,
    input: contract.userByIdInput,
  },
  {
    method: 'DELETE',
    url: '/close-friends',
    summary: 'Takes a member off the list, who is not notified; again is harmless.',
    procedure: (caller) => caller.closeFriends.remove,
    input: contract.userByIdInput,
  },
];
