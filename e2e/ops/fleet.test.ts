import { setTimeout as wait } from 'node:timers/promises';
import {
  hasRedis,
  type RedisServers,
  startRedisCluster,
  startRedisSentinels,
} from '@kith/platform/testing/redisServers';
import { startS3 } from '@kith/platform/testing/s3Server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../fixtures/app.ts';
import { attach, cast, follow, type Member as Person, post } from '../fixtures/cast.ts';
import { type Fleet, type Member, startFleet } from '../fixtures/fleet.ts';
import { photo } from '../fixtures/photo.ts';
import { hasProxy, type ProxyName, startProxy } from '../fixtures/proxies.ts';
import { done } from '../fixtures/rest.ts';
import { listen } from '../fixtures/streams.ts';

const full = process.env.KITH_OPS === 'full';
const usual = { proxy: 'haproxy', redis: 'a cluster' } as const;
const fleets: { proxy: ProxyName; redis: 'a cluster' | 'sentinels' }[] = full
  ? [usual, { proxy: 'nginx', redis: 'sentinels' }]
  : [usual];
const callers = 4;
const loadMs = full ? 30_000 : 4_000;

interface Shown {
  postId: number;
  caption: string;
  imageUrl: string | null;
}

/** Two servers behind a proxy and two workers, on a database with a replica, Redis on several processes, and S3. */
describe.skipIf(!hasRedis).each(fleets)('a fleet behind $proxy, Redis as $redis', ({ proxy: name, redis: kind }) => {
  let fleet: Fleet;
  let redis: RedisServers;
  let s3: Awaited<ReturnType<typeof startS3>>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let env: Record<string, string>;
  let ports: number[];
  let apis: Member[];
  let workers: Member[];
  let alice: Person;
  let bob: Person;
  const over = new AbortController();

  beforeAll(async () => {
    const startRedis = kind === 'a cluster' ? startRedisCluster : startRedisSentinels;
    [fleet, redis, s3] = await Promise.all([startFleet({ replica: true }), startRedis(), startS3()]);
    env = { REDIS_URL: redis.url, ...s3.settings, TRUST_PROXY: 'loopback' };
    ports = [await freePort(), await freePort()];
    apis = await Promise.all(ports.map((port) => fleet.api(env, port)));
    workers = await Promise.all([fleet.worker(env), fleet.worker(env)]);
    if (hasProxy(name)) proxy = await startProxy(name, ports);
    [alice, bob] = await cast(proxy?.origin ?? apis[0]?.origin ?? '', 'alice', 'bob');
  });
  afterAll(async () => {
    over.abort();
    await proxy?.stop();
    await fleet?.close();
    await redis?.stop();
    await s3?.stop();
  });

  const hears = (origin: string, who: Person): string[] => {
    const heard: string[] = [];
    void listen(origin, who.token, (line) => heard.push(line), over.signal);
    return heard;
  };
  const say = (origin: string, from: Person, to: Person, content: string) =>
    done(origin, 'POST /messages', {
      token: from.token,
      json: { senderId: from.userId, receiverId: to.userId, content },
    });
  const postsOf = (who: Person) =>
    done<Shown[]>(proxy.origin, `GET /users/${who.userId}/posts?limit=500`, { token: who.token });
  const pictureOf = async (postId: number) =>
    (await postsOf(alice)).find((each) => each.postId === postId)?.imageUrl ?? null;

  test.skipIf(!hasProxy(name))('is one product, whichever process somebody meets', async () => {
    const [one, two] = apis.map(({ origin }) => origin) as [string, string];
    const [atOne, atTwo] = [hears(one, alice), hears(two, bob)];
    await follow(two, bob, alice);
    const postId = await post(proxy.origin, alice, 'from one of us');
    await attach(proxy.origin, alice, postId, await photo());
    await expect.poll(() => pictureOf(postId), { timeout: 30_000 }).not.toBeNull();
    // From the store, through either server.
    for (const origin of [one, two]) {
      const picture = await fetch(new URL((await pictureOf(postId)) as string, origin));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    await done(two, 'POST /likes', { token: bob.token, json: { userId: bob.userId, postId } });
    await expect.poll(() => atOne.some((line) => /liked/.test(line))).toBe(true);
    await say(one, alice, bob, 'over there?');
    await expect.poll(() => atTwo.some((line) => line.includes('over there?'))).toBe(true);
    await say(two, bob, alice, 'over here!');
    await expect.poll(() => atOne.some((line) => line.includes('over here!'))).toBe(true);
  });

  test.skipIf(!hasProxy(name))('lists are read from the replica', async () => {
    const standby = new pg.Client(fleet.replicaUrl as string);
    await standby.connect();
    const looks = `select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables where relname = 'posts'`;
    const json = { identifier: bob.userName, password: bob.password };
    const headers = { 'content-type': 'application/json' };
    const logIn = await fetch(`${proxy.origin}/auth/login`, { method: 'POST', headers, body: JSON.stringify(json) });
    // Without the mark of who has just written, which goes after five seconds.
    const cookie =
      logIn.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .find((each) => /session/i.test(each ?? '')) ?? '';
    await expect
      .poll(async () => {
        const answer = await fetch(`${proxy.origin}/users/${alice.userId}/posts`, { headers: { cookie } });
        expect(answer.status).toBe(200);
        return (await standby.query(looks)).rows[0].n;
      })
      .toBeGreaterThan(0);
    await standby.end();
  });

  test.skipIf(!hasProxy(name))(
    'loses nothing it acknowledged when a server, a worker and a master of Redis are killed',
    { timeout: loadMs + 120_000 },
    async () => {
      const heard = hears(proxy.origin, bob);
      const sent: string[] = [];
      const posted: number[] = [];
      const pictures: number[] = [];
      let failed = 0;
      const enough = new AbortController();
      const attempt = (call: () => Promise<unknown>) => call().catch(() => void failed++);
      const load = Array.from({ length: callers }, async (_, id) => {
        for (let n = 0; !enough.signal.aborted; n += 1, await wait(20)) {
          const content = `m${id}-${n}`;
          await attempt(() => say(proxy.origin, alice, bob, content).then(() => sent.push(content)));
          await attempt(() => post(proxy.origin, alice, content).then((postId) => posted.push(postId)));
        }
      });
      const bytes = await photo();
      const uploads = Array.from({ length: 3 }, () =>
        attempt(async () => {
          const postId = await post(proxy.origin, alice, 'with a picture');
          await attach(proxy.origin, alice, postId, bytes).then(() => pictures.push(postId));
        }),
      );
      await wait(loadMs / 4);
      process.kill(workers[0]?.pid as number, 'SIGKILL');
      process.kill(apis[0]?.pid as number, 'SIGKILL');
      redis.signalMaster('{kith}', 'SIGKILL');
      await wait(loadMs);
      apis[0] = await fleet.api(env, ports[0]);
      await wait(loadMs / 4);
      enough.abort();
      await Promise.all([...load, ...uploads]);
      expect(sent.length).toBeGreaterThan(20);

      const kept = new pg.Client(fleet.databaseUrl);
      kept.on('error', () => {});
      await kept.connect();
      const { rows } = await kept.query(`select content from messages where content like 'm%-%'`);
      const all = new Set(rows.map(({ content }) => content));
      expect(sent.filter((content) => !all.has(content))).toEqual([]);
      const stored = await kept.query('select count(*)::int as n from posts where id = any($1)', [posted]);
      expect(stored.rows[0].n).toBe(posted.length);
      // What jobs do: feeds, pictures. None is left pending.
      const lacks = async (postIds: number[]) =>
        (
          await kept.query(
            'select p.id from posts p where p.id = any($1) and not exists (select from feed_entries f where f.post_id = p.id and f.user_id = $2)',
            [postIds, bob.userId],
          )
        ).rows;
      await expect.poll(() => lacks(posted), { timeout: 30_000 }).toEqual([]);
      const unmade = async () =>
        (
          await kept.query(`select post_id, status from images where post_id = any($1) and status <> 'ready'`, [
            pictures,
          ])
        ).rows;
      await expect.poll(unmade, { timeout: 60_000 }).toEqual([]);
      await expect
        .poll(async () => (await kept.query('select count(*)::int as n from outbox')).rows[0].n, { timeout: 30_000 })
        .toBe(0);
      await kept.end();
      // His stream came back by itself, and says what is new.
      await say(proxy.origin, alice, bob, 'all well again');
      await expect.poll(() => heard.some((line) => line.includes('all well again')), { timeout: 20_000 }).toBe(true);
      console.log(
        `${name}, ${kind}: ${sent.length} messages, ${posted.length} posts, ${failed} calls refused meanwhile`,
      );
    },
  );
});
