import type { Viewer } from './fill.ts';
import type { Load } from './load.ts';

export interface Case {
  name: string;
  /** Through tRPC with a session. */
  kith: Load;
  /** The same statement behind a bare route. */
  floor: Load;
  connections: number[];
}

const query = (path: string, input: object) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;

/** What is measured, against what. */
export function casesOf(kith: string, floor: string, viewers: Viewer[]): Case[] {
  const [one] = viewers as [Viewer];
  const read = (
    name: string,
    path: string,
    input: object,
    bare: string,
    viewer = one,
    connections = [1, 8, 32],
  ): Case => ({
    name,
    kith: { url: kith + query(path, { limit: 20, ...input }), token: viewer.token },
    floor: { url: floor + bare },
    connections,
  });
  const write = (name: string, path: string, body: (n: number) => object, bare: string): Case => ({
    name,
    kith: { url: `${kith}/trpc/${path}`, method: 'POST', token: one.token, body },
    floor: { url: floor + bare, method: 'POST', body: () => ({}) },
    connections: [8],
  });
  const nextPost = (n: number) => ((n + 5_000) % 10_000) + 10_001;
  return [
    ...viewers.map((viewer) =>
      read(`home feed, follows ${viewer.follows}`, 'feed.home', {}, `/home/${viewer.userId}`, viewer),
    ),
    read('posts of a member', 'posts.byUser', { userId: 5 }, '/profile', one, [8]),
    read('popular posts', 'posts.popular', {}, '/popular', one, [8]),
    read('comments', 'comments.list', { postId: 77 }, '/comments', one, [8]),
    read('followers', 'follows.followers', { userId: 5 }, '/followers', one, [8]),
    read('search', 'users.search', { query: 'bench_1' }, '/search', one, [8]),
    read('conversation', 'messages.conversation', { withUserId: 2 }, '/conversation', one, [8]),
    read('contacts', 'messages.contacts', {}, '/contacts', one, [8]),
    write('post', 'posts.create', () => ({ userId: 1, caption: 'A new post' }), '/post'),
    write('like', 'likes.add', (n) => ({ userId: 1, postId: nextPost(n) }), '/like'),
    write('comment', 'comments.create', (n) => ({ userId: 1, postId: nextPost(n), content: 'A comment' }), '/comment'),
    write('message', 'messages.send', () => ({ senderId: 1, receiverId: 2, content: 'A message' }), '/message'),
  ];
}
