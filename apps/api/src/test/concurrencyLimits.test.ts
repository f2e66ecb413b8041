import { allCalls } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';

const { server, alice, bob, stranger } = await castForFile({ RATE_LIMIT: 'on' });

describe('one member’s concurrent calls', () => {
  it('leave connections to other members, wait in a queue, and are refused beyond a hundred', async () => {
    await Promise.all([alice, bob].map((person) => person.query('auth.session')));
    const stuck = await server.deps.domain.db.pool.connect();
    await stuck.query('begin');
    await stuck.query('lock table feed_entries in access exclusive mode');
    const calls = Array.from({ length: 110 }, () => alice.query('feed.home'));
    const refused = await Promise.race(calls);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await bob.query('posts.list')).status).toBe(200);
    await stuck.query('rollback');
    stuck.release();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(103);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await alice.query('feed.home')).status).toBe(200);
  });

  it('release their concurrency slot when they end, also when they fail', async () => {
    for (let i = 0; i < 10; i += 1) expect((await alice.query('posts.byId', { postId: 999_999 })).status).toBe(404);
    expect((await alice.query('feed.home')).status).toBe(200);
  });
});

describe('one member’s streams', () => {
  it('are limited to twenty, and one that ends makes room', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const open = async () => {
      const stop = new AbortController();
      const response = await fetch(`${origin}/stream`, {
        headers: { authorization: `Bearer ${bob.token}` },
        signal: stop.signal,
      });
      // The response is kept, because fetch ends the stream of one that is collected as garbage.
      return { response, status: response.status, close: () => stop.abort() };
    };
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    expect((await open()).status).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await open()).status).toBe(200);
    for (const { close } of streams) close();
  });
});

describe('paths that are not tRPC procedures', () => {
  it('count against the rate limit of the client’s IP address', async () => {
    const from = async (remoteAddress: string) =>
      (await server.app.inject({ url: '/openapi.json', remoteAddress })).statusCode;
    await server.deps.domain.limiter.consume(allCalls, 'address:203.0.113.7', 1_490);
    const statuses: number[] = [];
    for (let call = 0; call < 12; call += 1) statuses.push(await from('203.0.113.7'));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await from('203.0.113.8')).toBe(200);
    const google = await stranger.call('GET', '/auth/google', undefined, { remoteAddress: '203.0.113.7' });
    expect(google.status).toBe(429);
  });

  it('query the database for readiness at most once a second, however many requests arrive', async () => {
    let looked = 0;
    const count = server.deps.checkReady;
    server.deps.checkReady = () => {
      looked += 1;
      return count();
    };
    await Promise.all(Array.from({ length: 50 }, () => stranger.get('/readyz')));
    server.deps.checkReady = count;
    expect(looked).toBe(1);
  });
});
