import type { Cast, Member, Sizes } from './fill.ts';
import { largeGroup } from './fillChats.ts';
import type { Load } from './load.ts';
import { tokenOf } from './messages.ts';

/** A measured call. `kith` returns no call if the filled database, perhaps of an older checkout, lacks the member who calls. */
export interface Case {
  name: string;
  connections: number[];
  /** Returns the call to the product, through tRPC and with a session. */
  kith: (cast: Partial<Cast>) => Load | undefined;
  /** The corresponding call to the two baselines with which the product is compared (floor.ts). */
  floor: Load;
}

/** The ids of members who all like the same post concurrently, and then the next post. Lower ids belong to the viewers. */
export const hotMembers = { first: 11, count: 1_000, last: 1_010 };

export const query = (path: string, input: object): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ limit: 20, ...input }))}`;

/** All cases, one for each row of the report. */
export function casesOf(cast: Cast, sizes: Sizes): Case[] {
  const read = (
    name: string,
    [path, input]: [string, object],
    bare: string,
    who: (cast: Partial<Cast>) => Member | undefined = ({ viewers }) => viewers?.[0],
    connections = [8],
  ): Case => ({
    name,
    connections,
    kith: (of) => who(of) && { path: query(path, input), token: who(of)?.token },
    floor: { path: `/${bare}/${who(cast)?.userId}` },
  });
  const feed = (name: string, bare: string, who: (cast: Partial<Cast>) => Member | undefined, connections?: number[]) =>
    read(`home feed, ${name}`, ['feed.home', {}], bare, who, connections);
  const write = (
    name: string,
    path: string,
    body: (userId: number, n: number) => object,
    bare: string,
    who: (cast: Partial<Cast>) => Member | undefined = ({ writer }) => writer,
  ): Case => ({
    name,
    connections: [8],
    kith: (of) => {
      const member = who(of);
      return member && { path: `/trpc/${path}`, token: member.token, body: (n) => body(member.userId, n) };
    },
    floor: { path: `/${bare}/${who(cast)?.userId}`, body: () => ({}) },
  });
  // The product writes to the second half of the posts, and the baseline that runs the product's current statements to the first
  // half, because the two share a database.
  const half = Math.floor(sizes.posts / 2);
  const nextPost = (n: number) => half + 1 + (n % half);
  const hotLiker = (n: number) => hotMembers.first + (n % hotMembers.count);
  const hot = write(
    'like of one post by 1000 members',
    'likes.add',
    (_, n) => ({ userId: hotLiker(n), postId: half + 1 + Math.floor(n / hotMembers.count) }),
    'hot',
  );
  const post = (userId: number) => ({ userId, caption: 'A new post' });
  return [
    ...cast.viewers.map(({ follows }, at) =>
      feed(`follows ${follows}`, 'home', ({ viewers }) => viewers?.[at], [1, 8, 32]),
    ),
    feed('ten pictures each', 'pictures', ({ pictured }) => pictured),
    feed('1000 blocks and 1000 mutes', 'home', ({ guarded }) => guarded),
    feed('follows 50 large authors and 200 others', 'mixed', ({ mixed }) => mixed),
    feed('first page of a member back after months', 'older', ({ returning }) => returning),
    read('posts of a member', ['posts.byUser', { userId: 5 }], 'profile'),
    read('popular posts', ['posts.popular', {}], 'popular'),
    read('comments', ['comments.list', { postId: 77 }], 'comments'),
    read('followers', ['follows.followers', { userId: 5 }], 'followers'),
    read('search', ['users.search', { query: 'bench_1' }], 'search'),
    read('search of posts, two frequent words', ['search.posts', { query: 'a the' }], 'frequentWords'),
    read('search of posts, a word half typed', ['search.posts', { query: 'the word7' }], 'halfWord'),
    read('posts with a tag, on a tenth of all', ['tags.posts', { tag: 'tenth' }], 'tag'),
    read('conversation', ['messages.conversation', { withUserId: 2 }], 'conversation'),
    read('contacts', ['messages.contacts', {}], 'contacts'),
    read('200 chats with unread numbers', ['chats.list', { limit: 200 }], 'chats', ({ talker }) => talker),
    read('search in messages', ['messages.search', { query: 'word7' }], 'messageSearch', ({ talker }) => talker),
    read('notifications', ['notifications.list', {}], 'notifications'),
    write('post, 50 followers', 'posts.create', post, 'post'),
    write('post, everybody follows', 'posts.create', post, 'post', ({ large }) => large),
    write('like', 'likes.add', (userId, n) => ({ userId, postId: nextPost(n) }), 'like'),
    { ...hot, kith: (of) => ({ ...(hot.kith(of) as Load), tokenOf: (n) => tokenOf(hotLiker(n)) }) },
    write(
      'comment',
      'comments.create',
      (userId, n) => ({ userId, postId: nextPost(n), content: 'A comment' }),
      'comment',
    ),
    write(
      'message',
      'messages.send',
      (userId) => ({ senderId: userId, receiverId: 2, content: 'A message' }),
      'message',
    ),
    write(
      'message to a group of 50',
      'chats.send',
      () => ({ chatId: largeGroup, content: 'A message' }),
      'groupMessage',
      ({ talker }) => talker,
    ),
  ];
}
