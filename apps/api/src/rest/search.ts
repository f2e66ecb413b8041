import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of search by words and tags. */
export const searchEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/search',
    summary:
      'People by any part of their names, those the caller follows first; posts by words, newest first; or tags by their beginning.',
    procedure: (caller) => caller.search.all,
    input: contract.searchInput,
    output: contract.searchFound,
    list: true,
  },
  {
    method: 'GET',
    url: '/tags/trending',
    summary: 'The tags of this week that most people use, of public posts that the caller sees.',
    procedure: (caller) => caller.tags.trending,
    input: contract.pageInput,
    output: contract.tagCount,
    list: true,
  },
  {
    method: 'GET',
    url: '/tags/:tag/posts',
    summary: 'Posts with a tag, newest first.',
    procedure: (caller) => caller.tags.posts,
    input: contract.tagPostsInput,
    output: contract.post,
    list: true,
  },
];
