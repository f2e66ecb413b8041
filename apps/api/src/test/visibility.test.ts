import type { LiveItem } from '@kith/contracts';
import { probe } from '@kith/db/testing';
import { disableUser, publishRanking, recountCounters, removeExpired, scorePosts } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/index.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { type Person, type Reply, signUpAndIn, startTestApp, type TestApp } from '../testing/testApp.ts';

/**
 * What each viewer (row) sees of a post: + the post, also in lists and feeds; ~ the post, but in no list of several authors;
 * - nothing, as if it did not exist; 0 only a request to log in. `open` is a public account, `closed` a private one. `close` is
 * on the list of close friends and follows nobody. `closest` is on that list and is a friend too.
 */
const table = `
                 open                            closed
             public friends close private    public friends close private
  author        +      +      +      +          +      +      +      +
  stranger      +      -      -      -          -      -      -      -
  requested     +      -      -      -          -      -      -      -
  follower      +      -      -      -          +      -      -      -
  friend        +      +      -      -          +      +      -      -
  close         +      -      +      -          -      -      -      -
  closest       +      +      +      -          +      +      +      -
  muter         ~      -      ~      -          ~      -      ~      -
  moderator     +      -      -      -          -      -      -      -
  blocked       -      -      -      -          -      -      -      -
  blocker       -      -      -      -          -      -      -      -
  disabled      0      0      0      0          0      0      0      0
  ended         0      0      0      0          0      0      0      0
  signedOut     0      0      0      0          0      0      0      0
`;

const accounts = ['open', 'closed'] as const;
const audiences = ['public', 'friends', 'close', 'private'] as const;
type Account = (typeof accounts)[number];
interface Post {
  account: Account;
  audience: (typeof audiences)[number];
  postId: number;
  /** The author's first comment, and their reply to it. */
  commentId: number;
  /** A marker in the post's caption and in its comment; the caption contains it also as a tag. */
  mark: string;
}

const rows = table
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .filter((cells) => cells.length === 9)
  .map(([viewer = '', ...cells]) => ({ viewer, cells }));

let server: TestApp;
const authors = {} as Record<Account, Person>;
const viewers: Record<string, Person> = {};
const posts: Post[] = [];

const follow = (who: Person, whom: Person) => who.post('/follows', { followerId: who.userId, followedId: whom.userId });

async function accept(who: Person, whom: Person): Promise<void> {
  await follow(who, whom);
  await whom.mutate('follows.accept', { userId: who.userId });
}

async function addPicture(author: Person, postId: number, key: string): Promise<void> {
  await probe(
    server.deps.domain.db,
    `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
       values ($1, 'post', $2, $3, 'ready', 9, 9, '{320}') returning id)
     update posts set image_id = made.id from made where posts.id = $2`,
    [author.userId, postId, key],
  );
  await server.deps.domain.storage.put(`media/${key}/320.webp`, Buffer.from('webp'), 'image/webp');
}

const tagOf = (mark: string) => mark.replaceAll('-', '_');
const captionOf = (mark: string) => `${mark} #${tagOf(mark)}`;

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

beforeAll(async () => {
  server = await startTestApp();
  for (const account of accounts) authors[account] = await signUpAndIn(server.app, `${account}.author`);
  await authors.closed.mutate('users.update', { userId: authors.closed.userId, visibility: 'private' });
  for (const { viewer } of rows.slice(1)) viewers[viewer] = await signUpAndIn(server.app, `the.${viewer}`);
  const { requested, follower, friend, close, closest, muter, blocked, blocker, disabled, ended, signedOut } =
    viewers as Record<string, Person>;
  for (const author of Object.values(authors)) {
    for (const each of [follower, friend, closest, muter, disabled, ended, blocked, blocker])
      await accept(each as Person, author);
    for (const each of [friend, closest]) await follow(author, each as Person);
    for (const each of [close, closest, muter, disabled, blocked, blocker])
      await author.mutate('closeFriends.add', { userId: each?.userId });
    if (author === authors.closed) await follow(requested as Person, author);
    for (const audience of audiences) {
      const account = author === authors.open ? 'open' : 'closed';
      const mark = `${account}-${audience}-mark`.toUpperCase();
      const made = await author.mutate('posts.create', { userId: author.userId, caption: captionOf(mark), audience });
      const { postId } = made.body.result.data;
      await addPicture(author, postId, keyOf({ account, audience }));
      const comment = { userId: author.userId, postId, content: `under ${mark}` };
      const { commentId } = (await author.post('/comments', comment)).body.data;
      await author.post('/comments', { ...comment, parentId: commentId });
      posts.push({ account, audience, postId, commentId, mark });
      await author.post('/likes', { userId: author.userId, postId });
    }
    await muter?.mutate('users.mute', { userId: author.userId, until: inAWeek });
    await author.mutate('users.block', { userId: blocked?.userId });
    await blocker?.mutate('users.block', { userId: author.userId });
  }
  // Everybody bookmarked every post before some lost access to it.
  await probe(
    server.deps.domain.db,
    'insert into bookmarks (user_id, post_id) select u.id, p.id from users u, posts p',
  );
  // Ranked posts need a like from somebody other than their author.
  for (const post of posts) await friend?.post('/likes', { userId: friend.userId, postId: post.postId });
  const runAt = new Date(Date.now() + 1_000).toISOString();
  await scorePosts(server.deps.domain, { runAt });
  await publishRanking(server.deps.domain, { runAt });
  // The first member of a server automatically becomes a moderator, but in this test only `the.moderator` is one.
  await probe(server.deps.domain.db, `update users set moderator = coalesce(user_name = 'the.moderator', false)`);
  await disableUser(server.deps.domain, { userName: 'the.disabled' });
  await ended?.post('/auth/logout');
  if (signedOut) signedOut.token = undefined;
});
afterAll(() => server.close());

const data = (reply: Reply) => reply.body.result?.data ?? reply.body.data;
const ok = ({ status }: Reply) => status >= 200 && status < 300;
const holds = ({ mark }: Pick<Post, 'mark'>, reply: Reply) => ok(reply) && JSON.stringify(reply.body).includes(mark);
const keyOf = ({ account, audience }: Pick<Post, 'account' | 'audience'>) => `${account}${audience}`.padEnd(24, 'x');
const authorOf = ({ account }: Post) => authors[account].userId;

/**
 * Responses of lists are cached, because they do not depend on the post in question; the cache is cleared when the visibility of
 * posts changes.
 */
const lists = new Map<string, Promise<Reply>>();

function list(who: Person, path: string, input?: object): Promise<Reply> {
  const key = `${who.userName} ${path} ${JSON.stringify(input)}`;
  const reply = lists.get(key) ?? (path.startsWith('/') ? who.get(path) : who.query(path, input));
  lists.set(key, reply);
  return reply;
}

type Ask = (who: Person, post: Post) => Promise<boolean | Reply>;
/** Every procedure and path that returns a post to viewers with + and with ~ in the table. */
const single: Record<string, Ask> = {
  'posts.byId': async (who, post) => holds(post, await who.query('posts.byId', { postId: post.postId })),
  'GET /posts/:postId': async (who, post) => holds(post, await who.get(`/posts/${post.postId}`)),
  'its picture': async (who, post) => {
    const image = (await who.query('posts.byId', { postId: post.postId })).body.result?.data.image;
    if (image) return ok(await who.get(`${image.url}/320.webp${image.query}`));
    // A signed address without its signature is the plain one, which works only for public posts.
    const plain = ok(await who.get(`/media/${keyOf(post)}/320.webp`));
    return plain && !(post.account === 'open' && post.audience === 'public');
  },
  'posts.byUser': async (who, post) => holds(post, await list(who, 'posts.byUser', { userId: authorOf(post) })),
  'GET /users/:userId/posts': async (who, post) => holds(post, await list(who, `/users/${authorOf(post)}/posts`)),
  'comments.list': async (who, post) => holds(post, await who.query('comments.list', { postId: post.postId })),
  'GET /comments/post/:postId': async (who, post) => holds(post, await who.get(`/comments/post/${post.postId}`)),
  'comments.replies': async (who, { commentId, ...post }) =>
    holds(post, await who.query('comments.replies', { commentId })),
  'GET /comments/:commentId/replies': async (who, { commentId, ...post }) =>
    holds(post, await who.get(`/comments/${commentId}/replies`)),
  'comments.like': async (who, { commentId }) => ok(await who.mutate('comments.like', { commentId })),
  'POST /comments/:commentId/likes': async (who, { commentId }) => ok(await who.post(`/comments/${commentId}/likes`)),
  'comments.unlike': async (who, { commentId }) => ok(await who.mutate('comments.unlike', { commentId })),
  'DELETE /comments/:commentId/likes': async (who, { commentId }) =>
    ok(await who.call('DELETE', `/comments/${commentId}/likes`)),
  'comments.count': async (who, post) => ok(await who.query('comments.count', { postId: post.postId })),
  'GET /comments/count/:postId': async (who, post) => ok(await who.get(`/comments/count/${post.postId}`)),
  'likes.count': async (who, post) => ok(await who.query('likes.count', { postId: post.postId })),
  'GET /likes/count/:postId': async (who, post) => ok(await who.get(`/likes/count/${post.postId}`)),
  'likes.list': async (who, post) => likesOf(post, await list(who, 'likes.list', { userId: authorOf(post) })),
  'GET /likes': async (who, post) => likesOf(post, await list(who, `/likes?userId=${authorOf(post)}`)),
  'likes.likers': async (who, post) => likersOf(post, await who.query('likes.likers', { postId: post.postId })),
  'GET /posts/:postId/likes': async (who, post) => likersOf(post, await who.get(`/posts/${post.postId}/likes`)),
  'bookmarks.add': async (who, { postId }) => ok(await who.mutate('bookmarks.add', { postId })),
  'POST /bookmarks': async (who, { postId }) => ok(await who.post('/bookmarks', { postId })),
  'bookmarks.list': async (who, post) => holds(post, await list(who, 'bookmarks.list', {})),
  'GET /bookmarks': async (who, post) => holds(post, await list(who, '/bookmarks')),
  'likes.add': async (who, post) => ok(await who.mutate('likes.add', { userId: who.userId, postId: post.postId })),
  'POST /likes': async (who, post) => ok(await who.post('/likes', { userId: who.userId, postId: post.postId })),
  'comments.create': async (who, post) =>
    ok(await who.mutate('comments.create', { userId: who.userId, postId: post.postId, content: 'hello' })),
  'POST /comments': async (who, post) =>
    ok(await who.post('/comments', { userId: who.userId, postId: post.postId, content: 'hello' })),
  'a reply': async (who, { postId, commentId }) =>
    ok(await who.post('/comments', { userId: who.userId, postId, parentId: commentId, content: 'hello' })),
};

const likesOf = ({ postId }: Post, reply: Reply): boolean =>
  ok(reply) &&
  ((data(reply).items ?? data(reply)) as { post: { postId: number } }[]).some(({ post }) => post.postId === postId);

/** Whether the likers of a post include its author; every author likes each own post. */
const likersOf = (post: Post, reply: Reply): boolean =>
  ok(reply) &&
  ((data(reply).items ?? data(reply)) as { userId: number }[]).some(({ userId }) => userId === authorOf(post));

/** Every list of several authors. These lists leave out muted authors, so viewers with ~ in the table do not find the post. */
const mixed: Record<string, Ask> = {
  'posts.list': async (who, post) => holds(post, await list(who, 'posts.list', {})),
  'GET /posts': async (who, post) => holds(post, await list(who, '/posts')),
  'feed.home': async (who, post) => holds(post, await list(who, 'feed.home', {})),
  'GET /feed': async (who, post) => holds(post, await list(who, '/feed')),
  'search.all': async (who, post) => holds(post, await who.query('search.all', { kind: 'posts', query: post.mark })),
  'GET /search': async (who, post) => holds(post, await who.get(`/search?kind=posts&query=${post.mark}`)),
  'search.posts': async (who, post) => holds(post, await who.query('search.posts', { query: post.mark })),
  'search.tags': async (who, { mark }) => {
    const tag = tagOf(mark).toLowerCase();
    return holds({ mark: `"${tag}"` }, await who.query('search.tags', { query: tag }));
  },
  'tags.posts': async (who, post) => holds(post, await who.query('tags.posts', { tag: tagOf(post.mark) })),
  'GET /tags/:tag/posts': async (who, post) => holds(post, await who.get(`/tags/${tagOf(post.mark)}/posts`)),
  'tags.trending': async (who, { mark }) =>
    holds({ mark: `"${tagOf(mark).toLowerCase()}"` }, await list(who, 'tags.trending', {})),
  'GET /tags/trending': async (who, { mark }) =>
    holds({ mark: `"${tagOf(mark).toLowerCase()}"` }, await list(who, '/tags/trending')),
  'posts.popular': async (who, post) => holds(post, await list(who, 'posts.popular', {})),
  'GET /posts/popular': async (who, post) => holds(post, await list(who, '/posts/popular')),
};
/** The lists that leave out some posts which the table allows: a feed has only followed authors, a ranking only public posts. */
const leavesOut: Record<string, (viewer: string, post: Post) => boolean> = {
  'feed.home': (viewer) => !['follower', 'friend', 'closest', 'muter'].includes(viewer),
  'GET /feed': (viewer) => !['follower', 'friend', 'closest', 'muter'].includes(viewer),
  'posts.popular': (_viewer, { audience }) => audience !== 'public',
  'GET /posts/popular': (_viewer, { audience }) => audience !== 'public',
  'tags.trending': (_viewer, { audience }) => audience !== 'public',
  'GET /tags/trending': (_viewer, { audience }) => audience !== 'public',
};

/** The events of the changes that each post's author makes while everybody has all posts on screen. */
const deeds = [
  'post.changed',
  'post.liked',
  'post.liked',
  'comment.changed',
  'comment.created',
  'comment.liked',
  'comment.deleted',
];

/** Makes the changes that cause the events in `deeds`, and records the live events that everybody receives. */
async function listenToAll(): Promise<EventRecorder> {
  lists.clear();
  const postIds = posts.map(({ postId }) => postId);
  const people = [...Object.values(authors), ...Object.values(viewers)];
  const received = await new EventRecorder(server).listen(people, { postIds, ranking: false });
  for (const post of posts) {
    const { account, audience, postId, mark } = post;
    const author = authors[account];
    const mine = { userId: author.userId, postId };
    await author.mutate('posts.update', { postId, caption: captionOf(mark), audience });
    await author.mutate('likes.remove', mine);
    await author.mutate('likes.add', mine);
    const { commentId } = data(await author.mutate('comments.create', { ...mine, content: 'brief' }));
    const isOfPost = (item: LiveItem) => isAbout(post, item);
    await author.mutate('comments.update', { commentId, content: 'briefly' });
    await author.mutate('comments.like', { commentId });
    await received.untilReceived(author, deeds.length - 1, isOfPost);
    await author.mutate('comments.delete', { commentId });
    await received.untilReceived(author, deeds.length, isOfPost);
  }
  received.close();
  return received;
}

const isAbout = ({ postId }: Post, item: LiveItem): boolean =>
  ('comment' in item ? item.comment.postId : 'postId' in item && item.postId) === postId;
const heardOf = (received: EventRecorder, who: Person, post: Post): string[] => {
  const items = received.of(who).filter((item) => isAbout(post, item));
  return items.map(({ name }) => name).sort();
};

const cases = rows.flatMap(({ viewer, cells }) =>
  cells.map((cell, i) => [viewer, accounts[Math.floor(i / 4)], audiences[i % 4], cell] as const),
);

describe('who sees a post', () => {
  let received: EventRecorder;
  beforeAll(async () => {
    received = await listenToAll();
  });

  it.each(cases)('%s, of an %s account, for %s: %s', async (viewer, account, audience, cell) => {
    const post = posts.find((each) => each.account === account && each.audience === audience) as Post;
    const who = viewer === 'author' ? authors[post.account] : (viewers[viewer] as Person);
    const seen = cell === '+' || cell === '~';
    for (const [endpoint, ask] of Object.entries(single))
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, seen]);
    for (const [endpoint, ask] of Object.entries(mixed)) {
      const shown = cell === '+' && !leavesOut[endpoint]?.(viewer, post);
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, shown]);
    }
    expect(heardOf(received, who, post)).toEqual(seen ? deeds.toSorted() : []);
    if (cell !== '0') return;
    for (const path of ['posts.byId', 'likes.count'])
      expect((await who.query(path, { postId: post.postId })).status).toBe(401);
  });

  /** Procedures and paths that cannot return a post, its comments, likes or picture, with the reason. */
  const others: Record<string, RegExp> = {
    'is about the caller alone, or their own devices':
      /^(?:(?:auth|exports|imports|invitations|passkeys|secondFactor|tokens|webhooks)\.|feed\.markRead$|POST \/feed\/read$|\w+ \/(?:auth|exports|imports|invitations|tokens|webhooks)\b)/,
    'is about users, which hidden.test.ts, visibilityEndpoints.test.ts and below ask about':
      /^(?:users|follows|closeFriends)\.|^search\.people$|^\w+ \/(?:(?:users|follows|blocks|mutes|close-friends)\b|:userId\/follow)/,
    'is a message or a chat': /^(?:messages|chats)\.|^\w+ \/(?:messages\/|chats\b)/,
    'is the caller’s own post or comment, which ghosts.test.ts, postPictures.test.ts and comments.test.ts ask about':
      /^posts\.(?:create|update|delete|changeImage|removeImage)$|^comments\.(?:update|delete)$|^(?:POST|PATCH|DELETE) \/posts\b|^(?:PATCH|DELETE) \/comments\/:commentId$/,
    'takes back what was given before': /^(?:likes|bookmarks)\.remove$|^DELETE \/(?:likes|bookmarks)$/,
    'is asked about below, or the caller’s own switches':
      /^(?:notifications|live)\.|^\w+ \/(?:notifications|push|stream)\b/,
    'is a moderator’s, or a report, which moderation.test.ts asks about':
      /^(?:moderation|reports)\.|^\w+ \/(?:moderation|reports)\b/,
    'names whom one follows, which likedByFriends.test.ts asks about': /^likes\.byFriends$|^GET \/likes\/friends$/,
    'is a number, asked about below': /^posts\.countByUser$|^GET \/posts\/user\/:userId\/count$/,
    'sends a message, asked about below': /^POST \/messages$/,
  };

  it('is checked by every procedure and every documented path', () => {
    const asked = [...Object.keys(single), ...Object.keys(mixed)];
    const paths = allEndpoints.map(({ method, url }) => `${method} ${url.replace(/\([^)]*\)/g, '')}`);
    const endpoints = [...procedures.keys(), ...paths];
    const reasons = Object.values(others);
    expect(
      endpoints.filter((endpoint) => !asked.includes(endpoint) && !reasons.some((reason) => reason.test(endpoint))),
    ).toEqual([]);
    // The list of exceptions must not name a procedure or path that is tested, or that does not exist.
    expect(
      asked.filter((endpoint) => reasons.some((reason) => reason.test(endpoint)) && !/^GET \/users/.test(endpoint)),
    ).toEqual([]);
    expect(reasons.filter((reason) => !endpoints.some((endpoint) => reason.test(endpoint)))).toEqual([]);
  });
});

describe('who sees a post that a moderator has hidden', () => {
  const hide = async (at: string) => {
    await probe(server.deps.domain.db, `update posts set hidden_at = ${at}`);
    await recountCounters(server.deps.domain);
  };

  let received: EventRecorder;
  beforeAll(async () => {
    await hide('now()');
    received = await listenToAll();
  });
  afterAll(() => hide('null'));

  it.each(cases)('%s, of an %s account, for %s: %s before', async (viewer, account, audience, cell) => {
    const post = posts.find((each) => each.account === account && each.audience === audience) as Post;
    const who = viewer === 'author' ? authors[post.account] : (viewers[viewer] as Person);
    const seen = cell === '+' && (viewer === 'author' || viewer === 'moderator');
    for (const [endpoint, ask] of Object.entries({ ...single, ...mixed })) {
      if (seen && leavesOut[endpoint]?.(viewer, post)) continue;
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, seen]);
    }
    expect(heardOf(received, who, post)).toEqual(seen ? deeds.toSorted() : []);
    if (cell === '0') return;
    const about = { userId: authors[post.account].userId };
    const listed = data(await who.query('posts.byUser', about));
    const counted = data(await who.query('users.byId', about));
    if (counted && (viewer === 'author' || viewer === 'stranger' || viewer === 'moderator') && account === 'open')
      expect([viewer, counted.postsCount]).toEqual([viewer, listed.items.length]);
  });
});

describe('who sees a post that waits for its pictures', () => {
  const wait = (until: string) => probe(server.deps.domain.db, `update posts set shown_from = ${until}`);
  let received: EventRecorder;
  beforeAll(async () => {
    await wait(`now() + interval '1 hour'`);
    received = await listenToAll();
  });
  afterAll(() => wait('null'));

  it.each(cases)('%s, of an %s account, for %s: %s afterwards', async (viewer, account, audience, cell) => {
    const post = posts.find((each) => each.account === account && each.audience === audience) as Post;
    const who = viewer === 'author' ? authors[post.account] : (viewers[viewer] as Person);
    const seen = cell === '+' && viewer === 'author';
    for (const [endpoint, ask] of Object.entries({ ...single, ...mixed })) {
      if (seen && leavesOut[endpoint]?.(viewer, post)) continue;
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, seen]);
    }
    expect(heardOf(received, who, post)).toEqual(seen ? deeds.toSorted() : []);
  });
});

describe('who sees a post whose audience is frozen', () => {
  /**
   * The viewers who do not see a post whose audience is frozen. `friend` has stopped and begun to follow the author since then,
   * and `closest` was removed from the list of close friends and added again. Both count as having joined too late.
   */
  const gone: Record<string, (post: Pick<Post, 'account' | 'audience'>) => boolean> = {
    stranger: () => true,
    requested: () => true,
    moderator: () => true,
    friend: () => true,
    close: ({ audience }) => audience === 'public',
    closest: ({ audience }) => audience === 'close',
  };
  const freeze = async (at: string) => {
    await probe(server.deps.domain.db, `update posts set frozen_at = ${at} where audience <> 'private'`);
    await recountCounters(server.deps.domain);
  };
  const afterwards = `now() - interval '1 second'`;

  let received: EventRecorder;
  beforeAll(async () => {
    const { friend, closest } = viewers as { friend: Person; closest: Person };
    await probe(
      server.deps.domain.db,
      `with f as (update follows set created_at = created_at - interval '1 minute')
       update close_friends set created_at = created_at - interval '1 minute'`,
    );
    await freeze(afterwards);
    for (const author of Object.values(authors)) {
      await friend.delete('/follows', { followerId: friend.userId, followedId: author.userId });
      await accept(friend, author);
      await author.mutate('closeFriends.remove', { userId: closest.userId });
      await author.mutate('closeFriends.add', { userId: closest.userId });
    }
    received = await listenToAll();
  });
  afterAll(() => freeze('null'));

  it.each(cases)('%s, of an %s account, for %s: %s otherwise', async (viewer, account, audience, cell) => {
    const post = posts.find((each) => each.account === account && each.audience === audience) as Post;
    const who = viewer === 'author' ? authors[post.account] : (viewers[viewer] as Person);
    const seen = (cell === '+' || cell === '~') && !gone[viewer]?.(post);
    for (const [endpoint, ask] of Object.entries(single))
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, seen]);
    for (const [endpoint, ask] of Object.entries(mixed)) {
      const shown = seen && cell === '+' && !leavesOut[endpoint]?.(viewer, post) && !endpoint.endsWith('trending');
      expect([endpoint, await ask(who, post)]).toEqual([endpoint, shown]);
    }
    expect(heardOf(received, who, post)).toEqual(seen ? deeds.toSorted() : []);
    if (cell === '0') return;
    const about = { userId: authors[post.account].userId };
    const counted = data(await who.query('users.byId', about));
    if (!counted || (account === 'closed' && ['stranger', 'requested', 'moderator', 'close'].includes(viewer))) return;
    const found = data(await who.query('posts.byUser', about)).items.length;
    expect([viewer, counted.postsCount]).toEqual([viewer, found]);
  });
});

describe('consequences of visibility', () => {
  it('a mention notifies only members who see the post', async () => {
    const names = ['stranger', 'follower', 'friend', 'close', 'closest', 'blocked', 'blocker']
      .map((name) => `@the.${name}`)
      .join(' ');
    const recipientsOf: Record<string, string[]> = {};
    for (const post of posts) {
      const author = authors[post.account];
      const made = await author.mutate('posts.create', {
        userId: author.userId,
        caption: `hello ${names}`,
        audience: post.audience,
      });
      const { postId } = made.body.result.data;
      const { rows: recipients } = await probe(
        server.deps.domain.db,
        `select u.user_name from notifications n join users u on u.id = n.recipient_id
         where n.post_id = $1 and n.kind = 'mention' order by 1`,
        [postId],
      );
      recipientsOf[post.mark] = recipients.map(({ user_name }) => user_name.replace('the.', ''));
    }
    expect(recipientsOf).toEqual({
      'OPEN-PUBLIC-MARK': ['close', 'closest', 'follower', 'friend', 'stranger'],
      'OPEN-FRIENDS-MARK': ['closest', 'friend'],
      'OPEN-CLOSE-MARK': ['close', 'closest'],
      'OPEN-PRIVATE-MARK': [],
      'CLOSED-PUBLIC-MARK': ['closest', 'follower', 'friend'],
      'CLOSED-FRIENDS-MARK': ['closest', 'friend'],
      'CLOSED-CLOSE-MARK': ['closest'],
      'CLOSED-PRIVATE-MARK': [],
    });
  });

  it('narrowing a post removes it from feeds, rankings and notifications at once; widening restores it', async () => {
    const [post] = posts as [Post];
    const author = authors.open;
    const { follower, friend } = viewers as { follower: Person; friend: Person };
    await author.mutate('posts.update', {
      postId: post.postId,
      caption: `${post.mark} @the.follower`,
      audience: 'friends',
    });
    for (const endpoint of ['posts.list', 'feed.home', 'posts.popular', 'notifications.list'])
      expect([endpoint, holds(post, await follower.query(endpoint, {}))]).toEqual([endpoint, false]);
    expect(await single['posts.byId']?.(friend, post)).toBe(true);
    await author.mutate('posts.update', { postId: post.postId, caption: post.mark, audience: 'public' });
    for (const endpoint of ['posts.list', 'feed.home', 'posts.popular'])
      expect([endpoint, holds(post, await follower.query(endpoint, {}))]).toEqual([endpoint, true]);
  });

  it('the number of a member’s posts counts those that the viewer would find', async () => {
    const { open } = authors;
    const all = (await open.get(`/users/${open.userId}/posts`)).body.data.length;
    for (const who of [
      open,
      viewers.friend,
      viewers.close,
      viewers.closest,
      viewers.follower,
      viewers.stranger,
    ] as Person[]) {
      const found = (await who.get(`/users/${open.userId}/posts`)).body.data.length;
      expect((await who.get(`/posts/user/${open.userId}/count`)).body.data).toBe(found);
      expect(data(await who.query('users.byId', { userId: open.userId })).postsCount).toBe(found);
      expect(found).toBeLessThanOrEqual(all);
    }
  });

  it('the lists of a private account are empty for members who may not see them', async () => {
    const { closed } = authors;
    const lists = async (who: Person) => [
      (await who.get(`/${closed.userId}/followers`)).body.data?.length,
      (await who.get(`/${closed.userId}/following`)).body.data?.length,
    ];
    const { stranger, requested, follower, blocked } = viewers as Record<string, Person>;
    expect(await lists(closed)).toEqual([5, 2]);
    expect(await lists(follower as Person)).toEqual([5, 2]);
    for (const who of [stranger, requested, blocked]) expect(await lists(who as Person)).toEqual([0, 0]);
  });

  it('the likes of a private account are visible to its followers and to the author of the post', async () => {
    const { closed, open } = authors;
    const liker = closed.userId;
    const { postId } = posts.find(({ account, audience }) => account === 'open' && audience === 'public') as Post;
    await closed.post('/likes', { userId: liker, postId });
    const sees = async (who: Person, path: string) =>
      (await who.get(path)).body.data.some((like: { user: { userId: number }; post: { postId: number } }) => {
        return like.user.userId === liker && like.post.postId === postId;
      });
    const expected = { stranger: false, requested: false, blocked: false, follower: true, friend: true };
    for (const [name, seen] of Object.entries(expected)) {
      for (const path of ['/likes', `/likes?userId=${liker}`])
        expect([name, path, await sees(viewers[name] as Person, path)]).toEqual([name, path, seen]);
    }
    expect([await sees(open, '/likes'), await sees(closed, '/likes')]).toEqual([true, true]);
    await closed.delete('/likes', { userId: liker, postId });
  });

  it('members who have blocked each other cannot find, follow or message each other, and get no notifications', async () => {
    for (const who of [viewers.blocked, viewers.blocker] as Person[]) {
      for (const author of Object.values(authors)) {
        const missing = { userId: 999_999, userName: 'no.body' };
        const same = async (about: (user: { userId: number; userName: string }) => Promise<Reply>) => {
          const [hidden, absent] = await Promise.all([about(author), about(missing)]);
          expect([hidden?.status, hidden?.body]).toEqual([absent?.status, absent?.body]);
        };
        await same(({ userId }) => who.query('users.byId', { userId }));
        await same(({ userName }) => who.query('users.byName', { userName }));
        await same(({ userName }) => who.query('users.search', { query: userName.slice(0, 6) }));
        await same(({ userId }) => who.post('/follows', { followerId: who.userId, followedId: userId }));
        await same(({ userId }) => who.post('/messages', { senderId: who.userId, receiverId: userId, content: 'x' }));
        await same(({ userId }) => who.get(`/${userId}/followers/count`));
        await same(({ userId }) => who.mutate('users.mute', { userId }));
        await same(({ userId }) => who.call('DELETE', '/follows', { followerId: who.userId, followedId: userId }));
        if (who === viewers.blocked) await same(({ userId }) => who.post('/blocks', { userId }));
      }
    }
  });

  it('expired mutes are deleted, and no others', async () => {
    const { db } = server.deps.domain;
    const [muter, stranger] = [viewers.muter, viewers.stranger] as [Person, Person];
    await stranger.mutate('users.mute', { userId: authors.open.userId });
    await probe(db, `update mutes set until = now() - interval '1 second' where muter_id = $1 and muted_id = $2`, [
      muter.userId,
      authors.open.userId,
    ]);
    await removeExpired(server.deps.domain);
    const { rows: left } = await probe(db, 'select muter_id, muted_id from mutes order by muter_id, muted_id');
    expect(left.map(({ muter_id, muted_id }) => [Number(muter_id), Number(muted_id)])).toEqual(
      [
        [muter.userId, authors.closed.userId],
        [stranger.userId, authors.open.userId],
      ].toSorted(([a = 0], [b = 0]) => a - b),
    );
  });
});
