import { type Cast, largeGroup, type Member, type Sizes } from './fill.ts';
import type { Load } from './load.ts';

/** A measured call. */
export interface Case {
  name: string;
  connections: number[];
  /** Returns the call to the product, through tRPC and with a session. */
  kith: (cast: Cast) => Load;
  /** The corresponding call to the floor (floor.ts), which has the home feed alone. */
  floor?: Load;
}

type Who = (cast: Cast) => Member;

export const query = (path: string, input: object): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ limit: 20, ...input }))}`;

/** All cases, one for each row of the report. */
export function casesOf(cast: Cast, sizes: Sizes): Case[] {
  const viewer =
    (at: number): Who =>
    ({ viewers }) =>
      viewers[at] as Member;
  const read = (name: string, path: string, input: object, who = viewer(0)): Case => ({
    name,
    connections: [8],
    kith: (of) => ({ path: query(path, input), token: who(of).token }),
  });
  const home = (name: string, who: Who, connections: number[]): Case => ({
    ...read(name, 'feed.home', {}, who),
    connections,
    floor: { path: `/home/${who(cast).userId}` },
  });
  const writer: Who = (of) => of.writer;
  const talker: Who = (of) => of.talker;
  const write = (name: string, path: string, body: (userId: number, n: number) => object, who = writer): Case => ({
    name,
    connections: [8],
    kith: (of) => ({ path: `/trpc/${path}`, token: who(of).token, body: (n) => body(who(of).userId, n) }),
  });
  const nextPost = (n: number) => 1 + (n % sizes.posts);
  return [
    ...cast.viewers.map(({ follows }, at) => home(`home feed, follows ${follows}`, viewer(at), [8, 32])),
    home('home feed, mixed: 50 large authors and 200 others', ({ mixed }) => mixed, [8]),
    read('what is new today, follows 200', 'today.read', {}, viewer(1)),
    read('explore', 'posts.list', {}),
    read('popular posts', 'posts.popular', {}),
    read('profile', 'users.byId', { userId: 5 }),
    read('posts of a member', 'posts.byUser', { userId: 5 }),
    read('post', 'posts.byId', { postId: 77 }),
    read('comments', 'comments.list', { postId: 77 }),
    read('search for people', 'users.search', { query: 'bench_1' }),
    read('search of posts, two frequent words', 'search.posts', { query: 'a the' }),
    read('200 chats with unread numbers', 'chats.list', { limit: 200 }, talker),
    read('conversation', 'messages.conversation', { withUserId: 2 }),
    read('notifications', 'notifications.list', {}),
    write('create post, 50 followers', 'posts.create', (userId) => ({ userId, caption: 'A new post' })),
    write('like', 'likes.add', (userId, n) => ({ userId, postId: nextPost(n) })),
    write('comment', 'comments.create', (userId, n) => ({ userId, postId: nextPost(n), content: 'A comment' })),
    write('message', 'messages.send', (senderId) => ({ senderId, receiverId: 2, content: 'A message' })),
    write('message to a group of 50', 'chats.send', () => ({ chatId: largeGroup, content: 'A message' }), talker),
  ];
}
