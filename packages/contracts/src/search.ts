import * as z from 'zod/mini';
import { count, key, pageInput, storable } from './common.ts';
import { post } from './posts.ts';
import { userListItem } from './users.ts';

export const searchQuery = z
  .string(key('invalid-input'))
  .check(
    z.trim(),
    z.minLength(1, key('query-required')),
    z.maxLength(100, key('query-too-long')),
    storable('text-not-storable'),
  );

export const searchKind = z.enum(['people', 'posts', 'tags', 'all'], key('invalid-input'));
export type SearchKind = z.output<typeof searchKind>;

/** A search for results of one kind: the query, and the requested page of the results. */
export const searchOfKindInput = z.extend(pageInput, { query: searchQuery });
export const searchInput = z.extend(searchOfKindInput, { kind: searchKind });
/** A search for people. With `namesOnly`, the words of bios find nobody. */
export const searchPeopleInput = z.extend(searchOfKindInput, { namesOnly: z.optional(z.boolean()) });
/** A search for the best results of every kind: `limit` of each, at most five. */
export const searchBestInput = z.omit(searchOfKindInput, { cursor: true });

/** A tag, and how many of the newest hundred posts with it the caller can see. */
export const tagCount = z.object({ tag: z.string(), postsCount: count });
export type TagCount = z.output<typeof tagCount>;

export const searchFound = z.union([userListItem, post, tagCount]);

/** The best results of every kind, the best first. */
export const searchBest = z.object({ people: z.array(userListItem), posts: z.array(post), tags: z.array(tagCount) });
export type SearchBest = z.output<typeof searchBest>;

export const tagPostsInput = z.extend(pageInput, {
  tag: z
    .string(key('invalid-input'))
    .check(z.minLength(1, key('invalid-input')), z.maxLength(200, key('invalid-input')), storable('text-not-storable')),
});
