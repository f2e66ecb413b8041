import { readFileSync } from 'node:fs';
import { Image } from '@kith/db';
import {
  allCalls,
  type LimitRule,
  messagesPerGroup,
  missingPictures,
  signUpsPerAddress,
  unconfirmedLimits,
  userLimits,
} from '@kith/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, stranger } = await castForFile({ RATE_LIMIT: 'on', LINK_PREVIEWS: 'off' });
let postId: number;
let feedOfAlice: string;
let feedOfBob: string;

beforeAll(async () => {
  postId = await publish(bob, 'here');
  const feedOf = async (who: Person) => (await who.post('/calendar')).body.data.url.replace(/^.*(?=\/events\.ics)/, '');
  [feedOfAlice, feedOfBob] = [await feedOf(alice), await feedOf(bob)];
});

const likeOf = ({ userId }: Person) => ({ userId, postId });

/** Every procedure with a limit per user, with a valid request. */
const endpoints: Record<string, [rule: LimitRule, calls: ((person: Person) => Promise<Reply>)[]]> = {
  'posts, edits, deletions': [
    userLimits.posts,
    [
      (person) => person.post('/posts', { userId: person.userId, caption: 'one more' }),
      (person) => person.patch(`/posts/${postId}`, { userId: person.userId, caption: 'changed' }),
      (person) => person.delete('/posts/999999'),
    ],
  ],
  invitations: [userLimits.invitations, [(person) => person.mutate('invitations.create', { uses: 1 })]],
  'tokens, calendar addresses': [
    userLimits.tokens,
    [(person) => person.post('/tokens', { name: 'bot', scopes: ['read'] }), (person) => person.post('/calendar')],
  ],
  'test mails of a host': [userLimits.testMails, [(person) => person.post('/host/test-mail')]],
  'webhooks created, switched on and tested': [
    userLimits.webhooks,
    [
      (person) => person.post('/webhooks', { url: 'https://hook.kith.test/' }),
      (person) => person.post('/webhooks/999999/enable'),
      (person) => person.post('/webhooks/999999/test'),
    ],
  ],
  'previews of links': [
    userLimits.previews,
    [(person) => person.post('/links/preview', { url: 'https://page.kith.test/' })],
  ],
  reports: [
    userLimits.reports,
    [(person) => person.mutate('reports.create', { kind: 'post', id: postId, reason: 'other' })],
  ],
  comments: [userLimits.comments, [(person) => person.post('/comments', { ...likeOf(person), content: 'hm' })]],
  'messages, edits, deletions': [
    userLimits.messages,
    [
      (person) => person.patch('/messages/999999', { content: 'mended' }),
      (person) => person.delete('/messages/999999'),
      (person) =>
        person.post('/messages', {
          senderId: person.userId,
          receiverId: person === bob ? alice.userId : bob.userId,
          content: 'hi',
        }),
    ],
  ],
  'follows, unfollows': [
    userLimits.follows,
    [
      (person) =>
        person.post('/follows', {
          followerId: person.userId,
          followedId: person === bob ? alice.userId : bob.userId,
        }),
      (person) =>
        person.delete('/follows', {
          followerId: person.userId,
          followedId: person === bob ? alice.userId : bob.userId,
        }),
    ],
  ],
  'chats opened, answered, changed, pinned; groups too': [
    userLimits.chats,
    [
      (person) => person.post('/chats', { userIds: [999_999] }),
      (person) => person.patch('/chats/999999', { name: 'x' }),
      (person) => person.post('/chats/999999/members', { userId: 999_999 }),
      (person) => person.delete(`/chats/999999/members/${person.userId}`),
    ],
  ],
  'reactions to messages, votes and closings of polls': [
    userLimits.reactions,
    [
      (person) => person.call('PUT', '/messages/999999/reactions', { emoji: '👍' }),
      (person) => person.delete('/messages/999999/reactions', { emoji: '👍' }),
      (person) => person.call('PUT', '/polls/999999/vote', { optionIds: [] }),
      (person) => person.call('PUT', '/polls/999999/close'),
    ],
  ],
  'likes, bookmarks, answers to events': [
    userLimits.likes,
    [
      (person) => person.post('/likes', likeOf(person)),
      (person) => person.delete('/likes', likeOf(person)),
      (person) => person.post('/bookmarks', { postId }),
      (person) => person.delete('/bookmarks', { postId }),
      (person) => person.call('PUT', `/posts/${postId}/answer`, { answer: 'yes' }),
    ],
  ],
  uploads: [
    userLimits.uploads,
    [
      (person) =>
        person.call('POST', `/users/${person.userId}/profile-picture`, '--x--\r\n', {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
      (person) => person.call('POST', '/uploads', undefined, { headers: { 'upload-length': '9' } }),
    ],
  ],
  'profile changes': [userLimits.profile, [(person) => person.patch(`/users/${person.userId}`, { bio: 'new' })]],
  exports: [userLimits.exports, [(person) => person.post('/exports')]],
  'downloads of albums': [userLimits.downloads, [(person) => person.get(`/posts/${postId}/album.zip`)]],
  'reads of a calendar feed': [
    userLimits.calendars,
    [(person) => person.get(person === bob ? feedOfBob : feedOfAlice)],
  ],
  'pages of a year': [userLimits.years, [(person) => person.post('/years/2025')]],
  imports: [
    userLimits.imports,
    [(person) => person.call('POST', '/imports', undefined, { headers: { 'upload-length': '9' } })],
  ],
  search: [userLimits.search, [(person) => person.get('/users/search?query=al')]],
  typing: [
    userLimits.typing,
    [(person) => person.mutate('messages.typing', { receiverId: person === bob ? alice.userId : bob.userId })],
  ],
  watching: [userLimits.watching, [(person) => person.mutate('live.watch', { streamId: 'none', postIds: [postId] })]],
  'all calls': [
    allCalls,
    [
      (person) => person.get('/posts'),
      (person) => person.query('feed.home'),
      (person) => person.get('/auth/session'),
      ...['/uploads/999999', '/imports/999999'].flatMap((url) => [
        (person: Person) => person.call('HEAD', url),
        (person: Person) =>
          person.call('PATCH', url, Buffer.from('x'), {
            headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
          }),
      ]),
    ],
  ],
};

/** Limits whose procedures are covered by other tests. */
const testedElsewhere: Record<string, string> = {
  'log-in': 'lockout.test.ts',
  'unknown session tokens': 'sessions.test.ts',
  'missing pictures': 'below',
  'messages of all its members to one group': 'below',
  'log-in to one account': 'lockout.test.ts',
  'correct passwords of one account': 'lockout.test.ts',
  're-authentication': 'lockout.test.ts',
  'mails about log-ins': 'signInNotices.test.ts',
  'mails about webhooks that were switched off': 'webhookNotices.test.ts',
  'wrong codes of an authenticator app': 'secondFactor.test.ts',
  'reset mail': 'lockout.test.ts',
  'reset codes': 'lockout.test.ts',
  'mails to confirm an address': 'confirmEmail.test.ts',
  'follow request after a decline': 'below',
  'follow request made again': 'the last of this file',
  'mails to one inbox': 'confirmEmail.test.ts',
  'wrong secrets of the dashboard': 'queueDashboard.test.ts',
};

/** Limits per address, each with the rule and a request that counts against it. */
const addressEndpoints: Record<string, [rule: LimitRule, call: (index: number) => [string, object]]> = {
  'log-in from one address': [
    { name: 'log-in-address', points: 100, seconds: 900 },
    (index) => ['/auth/login', { identifier: `nobody${index}@kith.test`, password: 'wrong1!' }],
  ],
  'sign-up': [
    signUpsPerAddress,
    (index) => ['/users', { userName: `robot${index}`, email: `robot${index}@kith.test`, password: 'friends1!' }],
  ],
  'codes to confirm an address': [
    { name: 'confirmation-code', points: 20, seconds: 900 },
    (index) => ['/auth/confirm-email', { code: `made-up-${index}` }],
  ],
  'reset mail requested': [
    { name: 'reset-address', points: 20, seconds: 3600 },
    (index) => ['/auth/password-reset', { email: `nobody${index}@kith.test` }],
  ],
};

for (const name of Object.keys(unconfirmedLimits))
  testedElsewhere[`${name}, address not confirmed`] = 'confirmEmail.test.ts';

const documented =
  readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8').split('## At the same time')[0] ?? '';
const rows = [...documented.matchAll(/^\| ([^|]+?) \| ([\d,]+) \/ ([^|,]+)(, local)? \|/gm)].map(
  ([, name = '', points = '', period = '', local]) => ({
    name,
    points: Number(points.replace(',', '')),
    period,
    local,
  }),
);

const seconds: Record<string, number> = {
  min: 60,
  '5 min': 300,
  '15 min': 900,
  '30 min': 1800,
  h: 3600,
  '3 h': 10_800,
  day: 86_400,
};

describe('the limits of docs/security.md', () => {
  it('are all tested, and match the figures in force', () => {
    expect(rows.length).toBeGreaterThan(15);
    const tested = [...Object.keys(endpoints), ...Object.keys(addressEndpoints), ...Object.keys(testedElsewhere)];
    expect(rows.map(({ name }) => name).sort()).toEqual(tested.sort());
    for (const { name, points, period, local } of rows) {
      const unconfirmed = /^(\w+), address not confirmed$/.exec(name)?.[1] as
        | keyof typeof unconfirmedLimits
        | undefined;
      const rule: LimitRule | undefined = unconfirmed
        ? unconfirmedLimits[unconfirmed]
        : (endpoints[name] ?? addressEndpoints[name])?.[0];
      if (!rule) continue;
      expect([name, points, seconds[period], local !== undefined]).toEqual([
        name,
        rule.points,
        rule.seconds,
        rule.local ?? false,
      ]);
    }
  });

  // The limit of all calls is tested last: once it is used up, every call is refused.
  it.each(Object.entries(endpoints))(
    '%s apply at every procedure and path, to that member only',
    async (name, [rule, calls]) => {
      const { limiter } = server.deps.domain;
      await limiter.reset(allCalls, `member:${alice.userId}`);
      await limiter.consume(rule, `member:${alice.userId}`, rule.points);
      for (const [endpoint, call] of calls.entries()) {
        const refused = await call(alice);
        expect([name, endpoint, refused.status]).toEqual([name, endpoint, 429]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect([name, endpoint, (await call(bob)).status]).not.toEqual([name, endpoint, 429]);
      }
    },
  );

  it('are reported in headers if the call counted against them, in tRPC and REST', async () => {
    const { limiter } = server.deps.domain;
    await limiter.reset(userLimits.likes, `member:${bob.userId}`);
    await limiter.reset(allCalls, `member:${bob.userId}`);
    const { headers } = await bob.post('/likes', likeOf(bob));
    expect(headers['ratelimit-policy']).toBe('"calls";q=1500;w=300, "likes";q=120;w=60');
    expect(headers.ratelimit).toMatch(/^"calls";r=1499;t=(?:300|299), "likes";r=119;t=(?:60|59)$/);
    const batch = await bob.call('GET', '/trpc/auth.session,auth.options?batch=1&input={}');
    expect(batch.headers.ratelimit).toMatch(/^"calls";r=1497;t=\d+$/);
    await limiter.consume(userLimits.likes, `member:${bob.userId}`, 120);
    const refused = await bob.post('/likes', likeOf(bob));
    expect([refused.status, refused.headers.ratelimit]).toEqual([429, expect.stringMatching(/"likes";r=0;t=\d+$/)]);
    // Costly paths that are not procedures count together with other calls from the address.
    const left = async (path: string) =>
      Number(/^"calls";r=(\d+);/.exec(String((await stranger.get(path)).headers.ratelimit))?.[1]);
    const before = await left('/server');
    expect(await left('/openapi.json')).toBe(before - 1);
    expect((await stranger.get('/healthz')).headers.ratelimit).toBeUndefined();
  });

  it('do not reveal how often others tried an account', async () => {
    const { headers } = await stranger.post('/auth/login', { identifier: 'carol', password: 'wrong1!' });
    expect(headers['ratelimit-policy']).toBe(
      '"calls";q=1500;w=300, "log-in-address";q=100;w=900, "log-in-place";q=10;w=900',
    );
  });

  it('apply to a token at two thirds, and leave its member the rest', async () => {
    const { limiter } = server.deps.domain;
    const { body } = await bob.post('/tokens', { name: 'bot', scopes: ['write'] });
    const bot = Object.assign(new Person(server.app, 'bob'), { token: body.data.token });
    const like = (who: Person) => who.post('/likes', { userId: bob.userId, postId });
    await limiter.reset(userLimits.likes, `member:${bob.userId}`);
    for (let index = 0; index < 80; index++) expect([index, (await like(bot)).status]).toEqual([index, 200]);
    expect([(await like(bot)).status, (await like(bob)).status]).toEqual([429, 200]);
    await limiter.consume(userLimits.likes, `member:${bob.userId}`, 39);
    expect((await like(bob)).status).toBe(429);
  });

  it('of a group are shared by its members, and cannot be used up by non-members', async () => {
    const [carl, dana, erin] = [
      await signUpAndIn(server.app, 'carl.group'),
      await signUpAndIn(server.app, 'dana.group'),
      await signUpAndIn(server.app, 'erin.group'),
    ];
    const group = async (name: string): Promise<number> =>
      (await carl.post('/chats', { userIds: [dana.userId, erin.userId], name })).body.data.chatId;
    const [chatId, quiet] = [await group('Busy'), await group('Quiet')];
    const say = (who: Person, chat: number) => who.post(`/chats/${chat}/messages`, { content: 'hello' });
    const outsider = await signUpAndIn(server.app, 'outsider.group');
    expect((await say(outsider, chatId)).status).toBe(404);
    await server.deps.domain.limiter.consume(messagesPerGroup, `chat:${chatId}`, messagesPerGroup.points - 1);
    expect((await say(dana, chatId)).status).toBe(201);
    const refused = await say(carl, chatId);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect([(await say(carl, quiet)).status, (await say(outsider, chatId)).status]).toEqual([201, 404]);
  });

  it('of missing pictures are by address, and count no picture that is there', async () => {
    const { db, limiter, storage } = server.deps.domain;
    const key = 'P'.repeat(24);
    const picture = { owner: alice.userId, kind: 'profile' as const, status: 'ready' as const, width: 9, height: 9 };
    await db.em().insert(Image, { ...picture, key, widths: [256] });
    await storage.put(`media/${key}/256.webp`, Buffer.from('256'), 'image/webp');
    const statusAt = async (path: string, remoteAddress: string) =>
      (await stranger.call('GET', `/media/${path}.webp`, undefined, { remoteAddress })).status;
    const [missing, shown] = [`${'M'.repeat(24)}/256`, `${key}/256`];
    await limiter.consume(missingPictures, 'address:2001:db8:1:4::/64', missingPictures.points - 2);
    for (const path of [missing, shown, shown, `${key}/512`, missing])
      expect([path, await statusAt(path, '2001:db8:1:4::1')]).toEqual([path, path === shown ? 200 : 404]);
    expect(await statusAt(missing, '2001:db8:1:4:ffff::9')).toBe(429);
    expect([await statusAt(missing, '2001:db8:1:5::1'), await statusAt(shown, '2001:db8:1:5::1')]).toEqual([404, 200]);
  });

  it.each(Object.entries(addressEndpoints))('%s apply by address', async (_name, [rule, call]) => {
    const from = (index: number, remoteAddress: string) => {
      const [url, body] = call(index);
      return stranger.call('POST', url, body, { remoteAddress });
    };
    await server.deps.domain.limiter.consume(rule, 'address:2001:db8:1:2::/64', rule.points - 1);
    expect((await from(0, '2001:db8:1:2::1')).status).not.toBe(429);
    // This address is in the same /64 network, so it shares the limit.
    const refused = await from(1, '2001:db8:1:2:ffff::9');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await from(2, '2001:db8:1:3::1')).status).not.toBe(429);
  });
});

it('a declined member cannot ask to follow for a day, but can follow once the account is public', async () => {
  const [asker, asked] = [await signUpAndIn(server.app, 'asker'), await signUpAndIn(server.app, 'asked')];
  const setVisibility = (visibility: string) => asked.patch(`/users/${asked.userId}`, { visibility });
  await setVisibility('private');
  const pair = { followerId: asker.userId, followedId: asked.userId };
  const ask = () => asker.post('/follows', pair);
  // Withdrawing a follow request is not limited, and repeating a pending request does not count.
  for (const _ of ['first', 'second']) {
    for (const _ of ['once', 'again']) expect((await ask()).body.data.state).toBe('requested');
    expect((await asker.delete('/follows', pair)).status).toBe(200);
  }
  await ask();
  expect((await asked.post(`/follows/requests/${asker.userId}/decline`)).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  expect((await asked.get('/follows/requests')).body.data).toEqual([]);
  expect((await asker.get(`/users/name/${asked.userName}`)).body.data.followState).toBe('none');
  await setVisibility('public');
  expect((await ask()).body.data.state).toBe('following');
});

it('a request that is withdrawn and made again does not ring any number of times', async () => {
  const [asker, asked] = [await signUpAndIn(server.app, 'asks.again'), await signUpAndIn(server.app, 'asked.again')];
  const setVisibility = (visibility: string) => asked.patch(`/users/${asked.userId}`, { visibility });
  await setVisibility('private');
  const pair = { followerId: asker.userId, followedId: asked.userId };
  const ask = () => asker.post('/follows', pair);
  for (let made = 0; made < 6; made++) {
    expect([made, (await ask()).body.data.state]).toEqual([made, 'requested']);
    // The pending request does not count again, nor once it is the last.
    expect([made, (await ask()).body.data.state]).toEqual([made, 'requested']);
    expect((await asker.delete('/follows', pair)).status).toBe(200);
  }
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  expect((await asked.get('/follows/requests')).body.data).toEqual([]);
  // Others can still be asked, and the account can be followed once it is public.
  const other = await signUpAndIn(server.app, 'asked.another');
  await other.patch(`/users/${other.userId}`, { visibility: 'private' });
  const another = await asker.post('/follows', { followerId: asker.userId, followedId: other.userId });
  expect(another.body.data.state).toBe('requested');
  await setVisibility('public');
  expect((await ask()).body.data.state).toBe('following');
});
