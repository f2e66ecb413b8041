import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of the caller's bookmarks. */
export const bookmarkEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/bookmarks',
    summary: 'Posts that the caller has saved, the last first.',
    procedure: (caller) => caller.bookmarks.list,
    input: contract.pageInput,
    output: contract.post,
    list: true,
  },
  {
    method: 'POST',
    url: '/bookmarks',
    summary: 'Saves a post for the caller; again is harmless.',
    procedure: (caller) => caller.bookmarks.add,
    input: contract.postByIdInput,
    output: contract.bookmarkOutput,
  },
  {
    method: 'DELETE',
    url: '/bookmarks',
    summary: 'Takes a post from what the caller has saved; again is harmless.',
    procedure: (caller) => caller.bookmarks.remove,
    input: contract.postByIdInput,
    output: contract.bookmarkOutput,
  },
];
