import { probe } from '@kith/db/testing';
import { recountCounters } from '@kith/domain';
import { appRouter } from '@kith/trpc';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { allDoors } from '../rest/index.ts';
import { type Person, password, type Reply, startCast, startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let carol: Person;
let stranger: Person;
let postId: number;

beforeAll(async () => {
  ({ server, alice, bob, carol, stranger } = await startCast());
  postId = (await alice.post('/posts', { userId: alice.userId, caption: 'here' })).body.data.postId;
});
afterAll(() => server.close());

/** In `npm test`; the nightly run asks for 20,000. */
const cases = Number(inject('hostileCases'));

/** A case takes some 2 ms; a password among them 20. */
const patienceInAll = 60_000 + cases * 20;

const names = [
  'userId',
  'postId',
  'messageId',
  'senderId',
  'receiverId',
  'followerId',
  'followedId',
  'withUserId',
  'afterMessageId',
  'limit',
  'cursor',
  'query',
  'userName',
  'email',
  'password',
  'identifier',
  'caption',
  'location',
  'content',
  'clientId',
  'bio',
  'oobCode',
  'newPassword',
  'uid',
  'firebaseUid',
  'sessionId',
  'kind',
  'lastEventId',
  'id',
  'reason',
  'caseId',
  'outcome',
  'note',
  'invitation',
  'uses',
  'expiresAt',
  'until',
  'audience',
  'comments',
  'visibility',
  'code',
  'enabled',
  'messages',
  'tags',
  'followers',
  'endpoint',
  'keys',
  'p256dh',
  'auth',
  'language',
  '__proto__',
  'constructor',
];

const nasty = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(1, 2, 3, 'alice', 'a@b.cd', 'friends1!', 'some text', 'like', null),
  },
  fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, '1e3', '0x10', true, [], {}, ''),
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udc00',
    '\u202eevil',
    '%',
    '\\',
    "'; drop table users; --",
  ),
  fc.constant('x'.repeat(200_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.base64String({ maxLength: 60 }),
);

/** Days that are none, times of other lands, and years at the edge of what a database holds. */
const times = fc.oneof(
  fc.constantFrom<unknown>(
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-06-31T24:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00+14:00',
    '-271821-04-20T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '294277-01-01T00:00:00.000Z',
    'infinity',
    'now',
  ),
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
);

/** Ids of others, of nobody, and of no shape that an id has. */
const forged = fc.oneof(fc.nat(60), fc.integer(), fc.bigInt().map(String), fc.double());

/** What somebody makes who has seen a cursor and takes it apart. */
const cursors = fc
  .array(fc.oneof(times, forged, fc.constant(null), fc.array(times, { maxLength: 3 }), fc.string()), { maxLength: 4 })
  .map((parts) => {
    const text = JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    return Buffer.from(text).toString('base64url');
  });

const anything = fc.oneof(
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: forged },
  times,
  cursors,
  fc.record({ at: times, id: forged, nested: fc.array(fc.oneof(times, cursors), { maxLength: 3 }) }),
);

const fields = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 });

/** What would do at most doors: with one field of it replaced, a call comes further than with eight of its own making. */
const sound = (): Record<string, unknown> => ({
  userId: carol.userId,
  postId,
  senderId: carol.userId,
  receiverId: bob.userId,
  withUserId: bob.userId,
  followerId: carol.userId,
  followedId: bob.userId,
  limit: 20,
  query: 'al',
  userName: 'alice',
  caption: 'words @alice #tag',
  content: 'words',
  kind: 'post',
  id: postId,
  audience: 'friends',
  visibility: 'public',
  code: '1',
  reason: 'spam',
  caseId: 1,
  outcome: 'hidden',
  enabled: true,
  endpoint: 'https://push.kith.test/a',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
});

const input = fc.oneof(
  fields,
  fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 2 }).map((odd) => ({ ...sound(), ...odd })),
);

/** What a call may take before it counts as hanging, in milliseconds. */
const patience = 2_000;
let slowest = 0;

async function timed<T>(call: Promise<T>): Promise<T> {
  const start = performance.now();
  const answer = await call;
  slowest = Math.max(slowest, performance.now() - start);
  return answer;
}

const never5xx = (what: string, status: number, body: unknown) => {
  expect(status, what).toBeLessThan(500);
  expect(JSON.stringify(body), what).not.toMatch(/at .*\.ts:\d|node_modules|select .* from/i);
};

const encode = (value: unknown) => {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    return '%EF%BF%BD';
  }
};

describe('hostile input', () => {
  it(
    'gets an answer and never a 5xx or a stack, at every documented path',
    async () => {
      const doors = new Map(
        allDoors
          .filter(({ url }) => url !== '/auth/logout' && !url.startsWith('/users/:userId'))
          .map((door) => [`${door.method} ${door.url}`, door]),
      );
      const door = fc.constantFrom(...doors.keys());
      await fc.assert(
        fc.asyncProperty(door, input, fc.constantFrom('carol', 'stranger'), async (name, given, who) => {
          const chosen = doors.get(name) as (typeof allDoors)[number];
          const url = chosen.url.replace(
            /:(\w+)(?:\([^)]*\))?/g,
            (_, parameter: string) => encode(given[parameter] ?? '1') || '1',
          );
          const query =
            chosen.method === 'GET'
              ? `?${Object.entries(given)
                  .map(([name, value]) => `${name}=${encode(value).slice(0, 4_000)}`)
                  .join('&')}`
              : '';
          const person = who === 'carol' ? carol : stranger;
          const { status, body } = await timed(
            person.call(chosen.method, url.slice(0, 6_000) + query, chosen.method === 'GET' ? undefined : given),
          );
          never5xx(`${chosen.method} ${url}`, status, body);
          if (status >= 400)
            expect(body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
        }),
        { numRuns: cases / 2, seed: 20_261_121, endOnFailure: true },
      );
    },
    patienceInAll,
  );

  it(
    'gets an answer and never a 5xx or a stack, at every procedure',
    async () => {
      const procedures = Object.fromEntries(
        Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
          .filter(([path]) => !['auth.logout', 'users.delete', 'live.stream'].includes(path))
          .map(([path, { _def }]) => [path, _def.type]),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...Object.keys(procedures)), fc.oneof(input, nasty), async (path, given) => {
          const { status, body } = await timed<Pick<Reply, 'status' | 'body'>>(
            procedures[path] === 'query'
              ? carol.query(path, given ?? null).catch(() => ({ status: 400, body: '' }))
              : carol.mutate(path, given as object),
          );
          never5xx(path, status, body);
        }),
        { numRuns: cases / 2, seed: 20_261_122, endOnFailure: true },
      );
    },
    patienceInAll,
  );

  it(
    'keeps no call waiting, and leaves every counter as its rows say',
    async () => {
      expect(slowest).toBeGreaterThan(0);
      expect(slowest).toBeLessThan(patience);
      const { domain } = server.deps;
      expect(await recountCounters(domain)).toEqual({ mended: 0 });
      const tables = ['posts', 'likes', 'comments', 'follows', 'messages'];
      const counted = `select ${tables.map((table) => `(select count(*) from ${table})`).join(' + ')} as rows`;
      const { rows } = await probe(domain.db, counted);
      // Enough came through that the counters had something to count.
      expect(Number(rows[0].rows)).toBeGreaterThan(5);
    },
    patienceInAll,
  );
});

describe('bodies', () => {
  const raw = (payload: string | Buffer, type: string, url = '/posts') =>
    alice.call('POST', url, payload, { headers: { 'content-type': type } });

  it.each([
    ['{"caption": ', 'application/json', 400],
    ['{"__proto__": {"admin": true}, "caption": "x"}', 'application/json', 400],
    ['caption=x', 'application/x-www-form-urlencoded', 415],
    ['<x/>', 'application/xml', 415],
    ['{}', 'application/json\ta', 415],
    [`{"caption": "${'x'.repeat(300_000)}"}`, 'application/json', 413],
    ['['.repeat(100_000), 'application/json', 400],
  ])('%.30s as %s is %i', async (payload, type, status) => {
    const answer = await raw(payload, type);
    expect([answer.status, answer.body.success]).toEqual([status, false]);
  });

  it('allows twenty calls in a batch and no more', async () => {
    const batch = (size: number) =>
      alice.call('GET', `/trpc/${Array(size).fill('auth.session').join(',')}?batch=1&input={}`);
    expect((await batch(20)).status).toBe(200);
    const refused = await batch(10_000).catch(() => ({ status: 414 }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  });

  it('does not run a mutation that comes by GET', async () => {
    const count = async () => (await bob.get(`/likes/count/${postId}`)).body.data;
    const before = await count();
    const { status } = await alice.query('likes.add', { userId: alice.userId, postId });
    expect(status).toBe(405);
    expect(await count()).toBe(before);
  });
});

describe('cross-site', () => {
  it('refuses a change that another site’s page sends', async () => {
    const { status, body } = await alice.call(
      'POST',
      '/likes',
      { userId: alice.userId, postId },
      { headers: { origin: 'https://evil.test' } },
    );
    expect([status, body.code]).toEqual([403, 'foreign-origin']);
    const own = await alice.call(
      'POST',
      '/likes',
      { userId: alice.userId, postId },
      { headers: { origin: 'http://localhost:8080' } },
    );
    expect(own.status).toBe(200);
  });

  it('accepts no name that a stranger may point here, also when the Host says the same', async () => {
    const as = (origin: string, app = server.app, token = alice.token) =>
      app.inject({
        method: 'POST',
        url: '/auth/reauthenticate',
        payload: {},
        headers: { origin, host: new URL(origin).host, authorization: `Bearer ${token}` },
      });
    expect((await as('http://rebound.test:8080')).statusCode).toBe(403);
    expect((await as('http://127.0.0.1:8080')).statusCode).toBe(400);
    expect((await as('http://localhost:5173')).statusCode).toBe(400);
    const real = await startTestApp({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://kith.test',
      ALLOW_DEV_MAIL: 'on',
      GOOGLE_SIGN_IN: 'off',
      RATE_LIMIT: 'on',
    });
    expect((await as('https://kith.test', real.app)).statusCode).toBe(401);
    expect((await as('http://127.0.0.1:8080', real.app)).statusCode).toBe(403);
    await real.close();
  });

  it('runs no mutation for HEAD, whoever asks', async () => {
    const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
      .filter(([, { _def }]) => _def.type === 'mutation')
      .map(([path]) => path);
    const headers = { origin: 'https://evil.test' };
    for (const path of [...mutations, 'auth.session']) {
      const { status } = await alice.call('HEAD', `/trpc/${path}`, undefined, { headers });
      expect([path, status]).toEqual([path, 404]);
    }
    const readable = new Set(allDoors.filter(({ method }) => method === 'GET').map(({ url }) => url));
    for (const { url } of allDoors) {
      if (!readable.has(url)) expect([url, (await alice.call('HEAD', url)).status]).toEqual([url, 404]);
    }
    for (const url of ['/auth/google', '/auth/google/callback'])
      expect((await alice.call('HEAD', url)).status).toBe(404);
    expect((await alice.get('/auth/session')).status).toBe(200);
  });

  it('finds no answer that a cache may keep', async () => {
    const answers = await Promise.all([
      stranger.post('/auth/login', { identifier: 'alice', password }),
      alice.get('/posts'),
      alice.get('/users/name/nobody'),
      alice.query('auth.session'),
      alice.query('no.such'),
      stranger.mutate('auth.login', { identifier: 'alice', password }),
      alice.get('/no/such/path'),
      stranger.get('/auth/session'),
    ]);
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  it('allows no other origin to read', async () => {
    const { headers } = await alice.call('GET', '/posts', undefined, { headers: { origin: 'https://evil.test' } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('cursors', () => {
  it.each([
    'x',
    'W10',
    'bnVsbA',
    Buffer.from('["2026-99-99T00:00:00.000Z",1]').toString('base64url'),
    Buffer.from('["2026-02-30T00:00:00.000Z",1]').toString('base64url'),
    Buffer.from('["0000-01-01T00:00:00.000Z",1]').toString('base64url'),
    Buffer.from('[-1]').toString('base64url'),
    Buffer.from('[1e300,"a"]').toString('base64url'),
  ])('that are not ours are refused: %s', async (cursor) => {
    for (const path of ['/posts', `/${alice.userId}/followers`, '/likes', `/comments/post/${postId}`]) {
      const { status, body } = await alice.get(`${path}?cursor=${cursor}`);
      expect([path, status, body.success]).toEqual([path, 400, false]);
    }
    const lists = [
      'feed.home',
      'posts.list',
      'posts.byUser',
      'follows.followers',
      'follows.following',
      'notifications.list',
    ];
    for (const path of lists) {
      const { status } = await alice.query(path, { userId: alice.userId, cursor });
      expect([path, status]).toEqual([path, 400]);
    }
  });
});
