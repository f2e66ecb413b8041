import { probe } from '@kith/db/testing';
import { disableUser, enableUser, recountCounters } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/index.ts';
import { type Person, type Reply, signUpAndIn, startCast, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let shut: Person;
let shutPost: number;
let alicePost: number;
let aliceComment: number;
let aliceEntry: number;
let shutComment: number;
let aliceChat: number;
let aliceImport: number;
let aliceMessage: number;
let missing: { userId: number; postId: number; userName: string; uid: string };

/**
 * Texts that must not appear in any response to other members: the disabled user's name, and a marker in everything they wrote.
 */
const traces = /shut\.out|SECRET|P{24}/;
const key = 'P'.repeat(24);

const sql = async (text: string, values: unknown[] = []) => (await probe(server.deps.domain.db, text, values)).rows;

beforeAll(async () => {
  ({ server, alice, bob } = await startCast());
  shut = await signUpAndIn(server.app, 'shut.out');
  const post = async (author: Person, caption: string): Promise<number> =>
    (await author.post('/posts', { userId: author.userId, caption })).body.data.postId;
  alicePost = await post(alice, 'mine');
  shutPost = await post(shut, 'SECRET #SECRET @alice');
  const { userId } = shut;
  for (const person of [alice, bob]) {
    await person.post('/follows', { followerId: person.userId, followedId: userId });
    await person.post('/likes', { userId: person.userId, postId: shutPost });
    await person.post('/comments', { userId: person.userId, postId: shutPost, content: 'on SECRET' });
  }
  await shut.post('/follows', { followerId: userId, followedId: alice.userId });
  await shut.post('/likes', { userId, postId: alicePost });
  const comment = async (who: Person, content: string, parentId?: number): Promise<number> =>
    (await who.post('/comments', { userId: who.userId, postId: alicePost, content, parentId })).body.data.commentId;
  shutComment = await comment(shut, 'SECRET');
  await comment(bob, 'in reply to SECRET', shutComment);
  aliceComment = await comment(alice, 'mine');
  await comment(shut, 'SECRET reply', aliceComment);
  await bob.post('/comments', { userId: bob.userId, postId: alicePost, content: 'plain' });
  // The newest comment is by the user who is disabled later. A notification about this comment and the one by bob would quote
  // this one.
  await shut.post('/comments', { userId, postId: alicePost, content: 'SECRET again' });
  await shut.post('/messages', { senderId: userId, receiverId: alice.userId, content: 'a message stays' });
  aliceChat = (await alice.post('/chats', { userIds: [bob.userId] })).body.data.chatId;
  aliceMessage = (await alice.post(`/chats/${aliceChat}/messages`, { content: 'mine' })).body.data.messageId;
  for (const [owner, itsKey] of [
    [userId, key],
    [bob.userId, 'B'.repeat(24)],
  ] as const) {
    await sql(
      `insert into images (owner_id, kind, key, status, width, height, widths) values ($1, 'profile', $2, 'ready', 9, 9, '{256}')`,
      [owner, itsKey],
    );
    await sql('update users set picture_key = $2 where id = $1', [owner, itsKey]);
    await server.deps.domain.storage.put(`media/${itsKey}/256.webp`, Buffer.from('webp'), 'image/webp');
  }
  [{ id: aliceEntry }] = await sql(`select id::int from notifications where recipient_id = $1 and kind = 'follow'`, [
    alice.userId,
  ]);
  const opened = await alice.call('POST', '/imports', undefined, { headers: { 'upload-length': '9' } });
  aliceImport = opened.body.data.importId;
  // The first member of a server automatically becomes a moderator, but in this test nobody may be one.
  await sql('update users set moderator = false');
  await disableUser(server.deps.domain, { userName: 'shut.out' });
  missing = { userId: 999_999, postId: 888_888, userName: 'no.body', uid: 'kith-nobody' };
});
afterAll(() => server.close());

/** The input with which a reader asks about the disabled user, for every query. */
const inputs = (): Record<string, object[]> => {
  const [user, post] = [{ userId: shut.userId }, { postId: shutPost }];
  return {
    'auth.options': [],
    'auth.session': [],
    'auth.sessions': [],
    'exports.state': [],
    'imports.byId': [],
    'imports.latest': [],
    // A disabled member's user name stays taken, and sign-up must say so.
    'auth.userNameAvailable': [],
    'bookmarks.list': [],
    'chats.list': [],
    'closeFriends.list': [],
    // Chats are visible like messages: they belong to all of their members.
    'chats.byId': [],
    'chats.messages': [],
    'comments.count': [post],
    'comments.list': [post],
    'comments.replies': [{ commentId: shutComment }],
    'feed.home': [],
    'follows.followers': [user],
    'follows.followersCount': [user],
    'follows.following': [user],
    'follows.followingCount': [user],
    'follows.friends': [],
    'follows.requests': [],
    'follows.requestsCount': [],
    'invitations.list': [],
    'likes.byFriends': [{ postIds: [shutPost] }],
    'likes.count': [post],
    'likes.likers': [post],
    'likes.list': [user],
    'messages.contacts': [{ query: 'shut.out' }],
    // Messages of a disabled user stay visible, like those of a deleted user, because they belong to both members.
    'messages.conversation': [],
    // The input of this query names a message that the caller sent, so it cannot ask about the disabled user.
    'messages.readers': [],
    'messages.search': [],
    'messages.sentBy': [],
    'messages.unreadCount': [],
    'moderation.cases': [],
    'moderation.log': [],
    'notifications.actors': [],
    'notifications.list': [],
    'notifications.pushKey': [],
    'notifications.settings': [],
    'notifications.unreadCount': [],
    'posts.byId': [post],
    'posts.byUser': [user],
    'posts.countByUser': [user],
    'posts.list': [],
    'posts.popular': [],
    'search.all': [{ kind: 'people', query: 'shut' }],
    'search.people': [{ query: 'shut' }, { query: 'shut.out' }],
    'search.posts': [{ query: 'shut' }],
    'search.tags': [{ query: 'shut' }],
    'tags.posts': [{ tag: 'shut' }],
    'tags.trending': [],
    'passkeys.list': [],
    'secondFactor.state': [],
    'tokens.list': [],
    'webhooks.list': [],
    'users.blocks': [],
    'users.mutes': [],
    'users.byFirebaseUid': [{ firebaseUid: shut.uid }],
    'users.byId': [user],
    'users.byName': [{ userName: 'shut.out' }, { userName: 'SHUT.OUT' }],
    'users.search': [{ query: 'shut' }],
    'users.suggested': [],
  };
};

const needed: Record<string, () => object> = {
  'auth.userNameAvailable': () => ({ userName: 'free' }),
  'chats.byId': () => ({ chatId: aliceChat }),
  'imports.byId': () => ({ importId: aliceImport }),
  'chats.messages': () => ({ chatId: aliceChat }),
  'comments.count': () => ({ postId: alicePost }),
  'comments.list': () => ({ postId: alicePost }),
  'comments.replies': () => ({ commentId: aliceComment }),
  'follows.followers': () => ({ userId: alice.userId }),
  'follows.followersCount': () => ({ userId: alice.userId }),
  'follows.following': () => ({ userId: alice.userId }),
  'follows.followingCount': () => ({ userId: alice.userId }),
  'likes.byFriends': () => ({ postIds: [alicePost] }),
  'likes.count': () => ({ postId: alicePost }),
  'likes.likers': () => ({ postId: alicePost }),
  'messages.readers': () => ({ messageId: aliceMessage }),
  'messages.conversation': () => ({ withUserId: shut.userId }),
  'messages.search': () => ({ query: 'stays' }),
  'messages.sentBy': () => ({ senderId: shut.userId, receiverId: alice.userId }),
  'notifications.actors': () => ({ notificationId: aliceEntry }),
  'posts.byId': () => ({ postId: alicePost }),
  'posts.byUser': () => ({ userId: alice.userId }),
  'posts.countByUser': () => ({ userId: alice.userId }),
  'search.all': () => ({ kind: 'posts', query: 'secret' }),
  'search.people': () => ({ query: 'u' }),
  'search.posts': () => ({ query: 'secret' }),
  'search.tags': () => ({ query: 's' }),
  'tags.posts': () => ({ tag: 'SECRET' }),
  'users.byFirebaseUid': () => ({ firebaseUid: bob.uid }),
  'users.byId': () => ({ userId: bob.userId }),
  'users.byName': () => ({ userName: 'bob' }),
  'users.search': () => ({ query: 's' }),
};

/** Turns a question about the disabled user into the same question about a user who never existed. */
const aboutNobody = (text: string): string =>
  text
    .replaceAll(shut.uid, missing.uid)
    .replaceAll(/shut\.out/gi, missing.userName)
    .replaceAll('"shut"', '"no.b"')
    .replaceAll(`"userId":${shut.userId}`, `"userId":${missing.userId}`)
    .replaceAll(`"commentId":${shutComment}`, '"commentId":777777')
    .replaceAll(`"postIds":[${shutPost}]`, `"postIds":[${missing.postId}]`)
    .replaceAll(`"postId":${shutPost}`, `"postId":${missing.postId}`);

const statusOf = ({ status, body }: Reply) => [status, body];

describe('a disabled member', () => {
  it('is indistinguishable in every query from a member who does not exist', async () => {
    const queries = [...procedures].filter(([, { type }]) => type === 'query').map(([path]) => path);
    expect(Object.keys(inputs()).sort()).toEqual(queries.sort());
    for (const [path, about] of Object.entries(inputs())) {
      for (const input of about) {
        const ofMissing = JSON.parse(aboutNobody(JSON.stringify(input)));
        expect(ofMissing).not.toEqual(input);
        const [hidden, absent] = await Promise.all([alice.query(path, input), alice.query(path, ofMissing)]);
        expect([path, ...statusOf(hidden)]).toEqual([path, ...statusOf(absent)]);
      }
    }
  });

  it('does not appear in any list of others', async () => {
    for (const path of Object.keys(inputs())) {
      const { status, body } = await alice.query(path, needed[path]?.() ?? {});
      expect([path, status]).toEqual([path, path.startsWith('moderation.') ? 403 : 200]);
      expect(JSON.stringify(body), path).not.toMatch(traces);
    }
    const contacts = (await alice.query('messages.contacts')).body.result.data.items;
    expect(contacts).toContainEqual(
      expect.objectContaining({ user: { userId: shut.userId, userName: null, profilePicture: null } }),
    );
    const [{ excerpt }] = (await alice.query('notifications.list', { kind: 'comment' })).body.result.data.items;
    expect(excerpt).toBe('plain');
  });

  it('is not found at any documented path', async () => {
    const values: Record<string, string> = {
      userId: String(shut.userId),
      postId: String(shutPost),
      userName: 'shut.out',
      firebaseUid: shut.uid,
      receiverId: String(alice.userId),
    };
    const absent: Record<string, string> = {
      ...values,
      userId: String(missing.userId),
      postId: String(missing.postId),
      userName: missing.userName,
      firebaseUid: missing.uid,
    };
    const fill = (url: string, from: Record<string, string>) =>
      url.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name: string) => from[name] ?? '1');
    for (const { method, url } of allEndpoints) {
      if (url.includes(':senderId') || !/:(?:userId|postId|userName|firebaseUid)\b/.test(url)) continue;
      const [hidden, none] = await Promise.all(
        [values, absent].map((from) => alice.call(method, fill(url, from), method === 'PATCH' ? { caption: 'x' } : {})),
      );
      expect([method, url, ...statusOf(hidden as Reply)]).toEqual([method, url, ...statusOf(none as Reply)]);
    }
    expect((await alice.get(`/likes?userId=${shut.userId}`)).body.data).toEqual([]);
  });

  it('receives no like, comment, follow, message or picture, like a member who does not exist', async () => {
    const { userId } = alice;
    const calls = (post: number, user: number): [string, string, object][] => [
      ['POST', '/likes', { userId, postId: post }],
      ['DELETE', '/likes', { userId, postId: post }],
      ['POST', '/comments', { userId, postId: post, content: 'hello?' }],
      ['POST', '/follows', { followerId: userId, followedId: user }],
      ['DELETE', '/follows', { followerId: userId, followedId: user }],
      ['POST', '/messages', { senderId: userId, receiverId: user, content: 'hello?' }],
      ['POST', `/posts/${post}/image`, {}],
    ];
    const tables = ['likes', 'comments', 'follows', 'messages', 'notifications', 'posts'];
    const all = () => Promise.all(tables.map((table) => sql(`select * from ${table} order by 1, 2`)));
    const before = await all();
    const absent = calls(missing.postId, missing.userId);
    for (const [index, [method, url, payload]] of calls(shutPost, shut.userId).entries()) {
      const [, otherUrl, other] = absent[index] as [string, string, object];
      const hidden = await alice.call(method, url, payload);
      expect([method, url, ...statusOf(hidden)]).toEqual([
        method,
        url,
        ...statusOf(await alice.call(method, otherUrl, other)),
      ]);
      expect([method, url, hidden.status]).toEqual([method, url, 404]);
    }
    await alice.post('/posts', { userId, caption: 'to @shut.out' });
    expect(
      await sql(`select 1 from notifications where recipient_id = $1 and kind = 'mention'`, [shut.userId]),
    ).toEqual([]);
    expect((await all()).slice(0, 5)).toEqual(before.slice(0, 5));
  });

  it('is not counted in unread counts of lists from which they are hidden', async () => {
    const items = (await alice.query('notifications.list')).body.result.data.items as { read: boolean }[];
    const { count } = (await alice.query('notifications.unreadCount')).body.result.data;
    const stored = await sql('select 1 from notifications where recipient_id = $1 and read_at is null', [alice.userId]);
    expect(stored.length).toBeGreaterThan(count);
    expect(count).toBe(items.filter(({ read }) => !read).length);
  });

  it('has no visible pictures, while those of other members are still served', async () => {
    expect((await alice.get(`/media/${key}/256.webp`)).status).toBe(404);
    const shown = await alice.get(`/media/${'B'.repeat(24)}/256.webp`);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it('is restored unchanged when enabled again', async () => {
    await enableUser(server.deps.domain, { userName: 'shut.out' });
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    expect((await alice.get(`/${shut.userId}/followers`)).body.data).toHaveLength(2);
    expect((await alice.get(`/comments/post/${shutPost}`)).body.data).toHaveLength(2);
    expect((await alice.query('feed.home')).body.result.data.items[0].caption).toContain('SECRET');
  });
});
