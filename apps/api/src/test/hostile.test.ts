import { connect } from 'node:net';
import { procedures } from '@kith/trpc';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { password, startTestApp } from '../testing/testApp.ts';

const { server, alice, bob, stranger } = await castForFile();
let postId: number;

beforeAll(async () => {
  postId = await publish(alice, 'here');
});

describe('request bodies', () => {
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
  ])('of %.30s as %s are answered with %i', async (payload, type, status) => {
    const answer = await raw(payload, type);
    expect([answer.status, answer.body.success]).toEqual([status, false]);
  });

  it('are answered whatever Expect header they have, on a connection that stays open', async () => {
    const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    let read = '';
    socket.on('data', (bytes) => {
      read += bytes;
    });
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    for (const expected of ['x', '100-continue', 'x, 100-continue']) {
      read = '';
      socket.write(`${head}Expect: ${expected}\r\n\r\n{}`);
      await expect.poll(() => read).toMatch(/HTTP\/1\.1 400 [\s\S]*"success":false/);
    }
    socket.destroy();
  });

  it('can have twenty calls in a batch and no more', async () => {
    const batch = (size: number) =>
      alice.call('GET', `/trpc/${Array(size).fill('auth.session').join(',')}?batch=1&input={}`);
    expect((await batch(20)).status).toBe(200);
    const refused = await batch(10_000).catch(() => ({ status: 414 }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  });

  it('of a mutation are not accepted by GET', async () => {
    const count = async () => (await bob.get(`/likes/count/${postId}`)).body.data;
    const before = await count();
    const { status } = await alice.query('likes.add', { userId: alice.userId, postId });
    expect(status).toBe(405);
    expect(await count()).toBe(before);
  });
});

describe('cross-site requests', () => {
  it('cannot use DNS rebinding: another host name is refused even if Origin and Host agree', async () => {
    const as = (origin: string, app = server.app, token = alice.token) =>
      app.inject({
        method: 'POST',
        url: '/auth/reauthenticate',
        payload: {},
        headers: { origin, host: new URL(origin).host, cookie: `kith_session=${token}` },
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

  it('run no mutation by HEAD', async () => {
    const mutations = [...procedures].filter(([, { type }]) => type === 'mutation').map(([path]) => path);
    const headers = { origin: 'https://evil.test' };
    for (const path of [...mutations, 'auth.session']) {
      const { status } = await alice.call('HEAD', `/trpc/${path}`, undefined, { headers });
      expect([path, status]).toEqual([path, 405]);
    }
    const readable = new Set(allEndpoints.filter(({ method }) => method === 'GET').map(({ url }) => url));
    for (const { url } of allEndpoints) {
      // `/messages` is also the path of a screen, which gives 404 to a client that does not accept HTML.
      const expected = url === '/messages' ? 404 : 405;
      if (!readable.has(url)) expect([url, (await alice.call('HEAD', url)).status]).toEqual([url, expected]);
    }
    for (const url of ['/auth/google', '/auth/google/callback'])
      expect((await alice.call('HEAD', url)).status).toBe(405);
    expect((await alice.get('/auth/session')).status).toBe(200);
  });

  it('get no response that a cache may store', async () => {
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
});

describe('cursors', () => {
  it('that the server did not issue are refused by every list', async () => {
    for (const cursor of ['x', Buffer.from('[1e300,"a"]').toString('base64url')]) {
      for (const path of ['/posts', `/${alice.userId}/followers`, '/likes', `/comments/post/${postId}`])
        expect([path, (await alice.get(`${path}?cursor=${cursor}`)).status]).toEqual([path, 400]);
      const lists = ['feed.home', 'posts.list', 'posts.byUser', 'follows.followers', 'follows.following'];
      for (const path of [...lists, 'notifications.list', 'chats.list', 'messages.contacts', 'bookmarks.list'])
        expect([path, (await alice.query(path, { userId: alice.userId, cursor })).status]).toEqual([path, 400]);
    }
  });
});
