import type { Cast, Member, Sizes } from './fill.ts';
import type { Load } from './load.ts';
import { tokenOf } from './messages.ts';

export interface Case {
  name: string;
  /** Through tRPC with a session. */
  kith: Load;
  /** The same statements behind a bare route. */
  floor: Load;
  connections: number[];
}

/** Who like one post at once, and when all have, the next. The members before them are the viewers. */
export const hotMembers = { first: 11, count: 1_000, last: 1_010 };

const query = (path: string, input: object) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;

const read = (origins: Origins, name: string, [path, input]: [string, object], bare: string, who: Member): Case => ({
  name,
  kith: { url: origins.kith + query(path, { limit: 20, ...input }), token: who.token },
  floor: { url: origins.floor + bare },
  connections: [8],
});

export interface Origins {
  kith: string;
  floor: string;
}

/** The home feed of each viewer. */
export const feedCases = (origins: Origins, viewers: Member[], connections: number[], more = ''): Case[] =>
  viewers.map((viewer) => ({
    ...read(
      origins,
      `home feed, follows ${viewer.follows}${more}`,
      ['feed.home', {}],
      `/home/${viewer.userId}`,
      viewer,
    ),
    connections,
  }));

/** What else is measured, against what. */
export function casesOf(
  origins: Origins,
  { viewers, guarded, mixed, returning, large, writer }: Cast,
  sizes: Sizes,
): Case[] {
  const [one] = viewers as [Member];
  const reads: [name: string, call: [string, object], bare: string][] = [
    ['posts of a member', ['posts.byUser', { userId: 5 }], '/profile'],
    ['popular posts', ['posts.popular', {}], '/popular'],
    ['comments', ['comments.list', { postId: 77 }], '/comments'],
    ['followers', ['follows.followers', { userId: 5 }], '/followers'],
    ['search', ['users.search', { query: 'bench_1' }], '/search'],
    ['conversation', ['messages.conversation', { withUserId: 2 }], '/conversation'],
    ['contacts', ['messages.contacts', {}], '/contacts'],
    ['notifications', ['notifications.list', {}], '/notifications'],
  ];
  const { userId, token } = writer;
  const write = (name: string, path: string, body: (n: number) => object, bare: string, who = token): Case => ({
    name,
    kith: { url: `${origins.kith}/trpc/${path}`, method: 'POST', token: who, body },
    floor: { url: origins.floor + bare, method: 'POST', body: () => ({}) },
    connections: [8],
  });
  // The floor writes to the first half of the posts, so that neither finds done what the other did.
  const half = Math.floor(sizes.posts / 2);
  const nextPost = (n: number) => half + 1 + (n % half);
  const comment = (n: number) => ({ userId, postId: nextPost(n), content: 'A comment' });
  const hotLiker = (n: number) => hotMembers.first + (n % hotMembers.count);
  const hotLike = (n: number) => ({ userId: hotLiker(n), postId: half + 1 + Math.floor(n / hotMembers.count) });
  const hot = write('like of one post by 1000 members', 'likes.add', hotLike, '/hot');
  const { userId: guardedId } = guarded;
  return [
    read(origins, 'home feed, 1000 blocks and 1000 mutes', ['feed.home', {}], `/home/${guardedId}`, guarded),
    read(
      origins,
      'home feed, follows 50 large authors and 200 others',
      ['feed.home', {}],
      `/mixed/${mixed.userId}`,
      mixed,
    ),
    read(origins, 'home feed, first page of who was away', ['feed.home', {}], `/older/${returning.userId}`, returning),
    ...reads.map(([name, call, bare]) => read(origins, name, call, bare, one)),
    write('post, 50 followers', 'posts.create', () => ({ userId, caption: 'A new post' }), `/post/${userId}`),
    write(
      'post, everybody follows',
      'posts.create',
      () => ({ userId: large.userId, caption: 'A new post' }),
      `/post/${large.userId}`,
      large.token,
    ),
    write('like', 'likes.add', (n) => ({ userId, postId: nextPost(n) }), `/like/${userId}`),
    { ...hot, kith: { ...hot.kith, tokenOf: (n) => tokenOf(hotLiker(n)) } },
    write('comment', 'comments.create', comment, `/comment/${userId}`),
    write(
      'message',
      'messages.send',
      () => ({ senderId: userId, receiverId: 2, content: 'A message' }),
      `/message/${userId}`,
    ),
  ];
}
