import { query } from './cases.ts';
import type { Cast } from './fill.ts';
import { friendsAuthor, crowdedPost as postId } from './fillWorst.ts';
import { load } from './load.ts';
import type { Figures } from './report.ts';
import type { Side } from './side.ts';

type Call = [name: string, path: string, input: object, who?: 'guarded'];

const guarded = (name: string, path: string, input: object): Call => [
  `${name}, 5000 blocked and 5000 muted`,
  path,
  input,
  'guarded',
];

/** The calls of all lists. */
const calls: Call[] = [
  ['home feed', 'feed.home', {}],
  guarded('home feed', 'feed.home', {}),
  ['all posts', 'posts.list', {}],
  ['all likes', 'likes.list', {}],
  ['popular posts', 'posts.popular', {}],
  ['posts of a member', 'posts.byUser', { userId: 5 }],
  ['posts of an author for friends alone', 'posts.byUser', { userId: friendsAuthor }],
  ['one post', 'posts.byId', { postId }],
  ['likers', 'likes.likers', { postId }],
  guarded('likers', 'likes.likers', { postId }),
  ['comments', 'comments.list', { postId }],
  guarded('comments', 'comments.list', { postId }),
  ['comments, oldest first', 'comments.list', { postId, order: 'oldest' }],
  ['followers', 'follows.followers', { userId: 5 }],
  guarded('followers', 'follows.followers', { userId: 5 }),
  ['following', 'follows.following', { userId: 3 }],
  ['friends', 'follows.friends', { userId: 2 }],
  ['search for people', 'users.search', { query: 'bench_1' }],
  guarded('search for people', 'users.search', { query: 'bench_1' }),
  ['search for people, one letter', 'users.search', { query: 'c' }],
  ['suggested people', 'users.suggested', {}],
  guarded('suggested people', 'users.suggested', {}),
  ['search of posts', 'search.posts', { query: 'a the' }],
  ['search of posts, half a word', 'search.posts', { query: 'the word7' }],
  guarded('search of posts', 'search.posts', { query: 'a the' }),
  ['tag', 'tags.posts', { tag: 'tenth' }],
  guarded('tag', 'tags.posts', { tag: 'tenth' }),
  ['tags of the week', 'tags.trending', {}],
  ['bookmarks', 'bookmarks.list', {}],
  ['notifications', 'notifications.list', {}],
  ['contacts', 'messages.contacts', {}],
  guarded('contacts', 'messages.contacts', {}),
  ['conversation', 'messages.conversation', { withUserId: 1 }],
  ['chats', 'chats.list', {}],
  guarded('blocks', 'users.blocks', {}),
  guarded('mutes', 'users.mutes', {}),
];

/** Measures the p99 latency of every list alternately on the usual database and on the worst case, with 8 connections. */
export async function worstFigures(
  usual: Side,
  worst: Side,
  { rounds, seconds }: { rounds: number; seconds: number },
  log: (line: string) => void,
): Promise<Figures> {
  const lists = [];
  for (const [name, path, input, who] of calls) {
    const took = { usual: [] as number[], worst: [] as number[], failed: 0 };
    for (let round = -1; round < rounds; round++) {
      for (const [at, { api, cast }] of Object.entries({ usual, worst })) {
        const { token } = who ? cast[who] : ((cast as Cast).viewers[1] ?? cast.writer);
        const measured = await load(api.origin, { path: query(path, input), token }, 8, round < 0 ? 1 : seconds);
        took.failed += measured.failed;
        // The round -1 warms up the servers and does not count.
        if (round >= 0) took[at as 'usual' | 'worst'].push(measured.p99);
      }
    }
    const middle = (each: number[]) => each.toSorted((a, b) => a - b)[rounds >> 1] as number;
    const list = { name, usual: middle(took.usual), worst: middle(took.worst), failed: took.failed };
    lists.push(list);
    log(
      `${name}: p99 ${list.usual} ms, in the worst community ${list.worst} ms${list.failed ? `, ${list.failed} FAILED` : ''}`,
    );
  }
  const over = lists.filter((each) => each.worst > 3 * Math.max(each.usual, 1));
  return {
    name: 'worst data',
    text: `Of ${lists.length} lists ${over.length} took more than 3 times as long in the worst community at p99, 8 connections: ${over.map((each) => `${each.name} ${each.usual} and ${each.worst} ms`).join(', ') || 'none'}.`,
    figures: { lists },
  };
}
