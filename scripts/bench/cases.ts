import { type Cast, largeGroup, type Member, type Sizes } from './fill.ts';
import type { Load } from './load.ts';
import { tokenOf } from './messages.ts';

/** A measured call. */
export interface Case {
  name: string;
  connections: number[];
  /** Returns the call to the product, through tRPC and with a session. */
  kith: (cast: Cast) => Load;
  /** The corresponding call to the floor (floor.ts). */
  floor: Load;
}

type Who = (cast: Cast) => Member;

/** The members from this id on follow others, each the second half of all members, one after the other. */
export const followers = { first: 300, count: 100 };

export const query = (path: string, input: object): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ limit: 20, ...input }))}`;

/** All cases, one for each row of the report. */
export function casesOf(cast: Cast, sizes: Sizes): Case[] {
  const viewer =
    (at: number): Who =>
    ({ viewers }) =>
      viewers[at] as Member;
  const read = (name: string, path: string, input: object, bare: string, who = viewer(0), connections = [8]): Case => ({
    name,
    connections,
    kith: (of) => ({ path: query(path, input), token: who(of).token }),
    floor: { path: `/${bare}/${who(cast).userId}` },
  });
  const write = (
    name: string,
    path: string,
    body: (userId: number, n: number) => object,
    bare: string,
    who: Who = ({ writer }) => writer,
  ): Case => ({
    name,
    connections: [8],
    kith: (of) => ({ path: `/trpc/${path}`, token: who(of).token, body: (n) => body(who(of).userId, n) }),
    floor: { path: `/${bare}/${who(cast).userId}`, body: () => ({}) },
  });
  // The product writes to the second half of posts and members, and the floor to the first half, because the two share a database.
  const nextIn = (count: number, n: number) => Math.floor(count / 2) + 1 + (n % Math.floor(count / 2));
  const followerOf = (n: number) => followers.first + (Math.floor((2 * n) / sizes.users) % followers.count);
  const talker: Who = (of) => of.talker;
  return [
    ...cast.viewers.map(({ follows }, at) =>
      read(`home feed, follows ${follows}`, 'feed.home', {}, 'home', viewer(at), [8, 32]),
    ),
    read('home feed, mixed: 50 large authors and 200 others', 'feed.home', {}, 'home', ({ mixed }) => mixed),
    read('what is new today, follows 200', 'today.read', {}, 'today', viewer(1)),
    read('explore', 'posts.list', {}, 'explore'),
    read('popular posts', 'posts.popular', {}, 'popular'),
    read('profile', 'users.byId', { userId: 5 }, 'profile'),
    read('posts of a member', 'posts.byUser', { userId: 5 }, 'byUser'),
    read('post', 'posts.byId', { postId: 77 }, 'post'),
    read('comments', 'comments.list', { postId: 77 }, 'comments'),
    read('search for people', 'users.search', { query: 'bench_1' }, 'search'),
    read('search of posts, two frequent words', 'search.posts', { query: 'a the' }, 'frequentWords'),
    read('200 chats with unread numbers', 'chats.list', { limit: 200 }, 'chats', talker),
    read('conversation', 'messages.conversation', { withUserId: 2 }, 'conversation'),
    read('notifications', 'notifications.list', {}, 'notifications'),
    write('create post, 50 followers', 'posts.create', (userId) => ({ userId, caption: 'A new post' }), 'create'),
    write('like', 'likes.add', (userId, n) => ({ userId, postId: nextIn(sizes.posts, n) }), 'like'),
    {
      name: 'follow',
      connections: [8],
      kith: () => ({
        path: '/trpc/follows.add',
        tokenOf: (n) => tokenOf(followerOf(n)),
        body: (n) => ({ followerId: followerOf(n), followedId: nextIn(sizes.users, n) }),
      }),
      floor: { path: `/follow/${Math.floor(sizes.users / 2)}`, body: () => ({}) },
    },
    write(
      'comment',
      'comments.create',
      (userId, n) => ({ userId, postId: nextIn(sizes.posts, n), content: 'A comment' }),
      'comment',
    ),
    write('message', 'messages.send', (senderId) => ({ senderId, receiverId: 2, content: 'A message' }), 'message'),
    write(
      'message to a group of 50',
      'chats.send',
      () => ({ chatId: largeGroup, content: 'A message' }),
      'groupMessage',
      talker,
    ),
  ];
}
