// Long: starts a fleet and lets its replica, Redis and file store hang, one after the other.
import { hasRedis, type RedisServers, startRedisCluster } from '@kith/platform/testing/redisServers';
import { startS3 } from '@kith/platform/testing/s3Server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachPicture, createMembers, type Member as Person, post } from '../fixtures/cast.ts';
import { cookieOf } from '../fixtures/cookies.ts';
import { type Fleet, type FleetProcess, startFleet, startTcpProxy } from '../fixtures/fleet.ts';
import { makePhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const canRun = process.platform === 'linux' && hasRedis;

/** The milliseconds that a call may take in addition to its expected wait. */
const usualMs = 1_500;

/** These tests make one service after the other hang or lose its quorum: the replica, Redis and S3. They run at night only. */
describe.skipIf(!canRun)('under a failing network', () => {
  let fleet: Fleet;
  let redis: RedisServers;
  let s3: Awaited<ReturnType<typeof startS3>>;
  let line: Awaited<ReturnType<typeof startTcpProxy>>;
  let api: FleetProcess;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    [fleet, redis, s3] = await Promise.all([startFleet({ replica: true }), startRedisCluster(), startS3()]);
    line = await startTcpProxy(s3.url);
    const env = { REDIS_URL: redis.url, ...s3.settings, S3_ENDPOINT: line.url.replace(/\/$/, '') };
    api = await fleet.api(env);
    await fleet.worker(env);
    [alice, bob] = await createMembers(api.origin, 'alice', 'bob');
  });
  afterAll(async () => {
    fleet?.signalReplica('SIGCONT');
    await fleet?.close();
    line?.close();
    await redis?.stop();
    await s3?.stop();
  });

  /** Returns the result of a call, or the message of its error, and the call's duration in milliseconds. */
  async function timed<T>(call: () => Promise<T>): Promise<{ answer: T | string; ms: number }> {
    const begun = performance.now();
    const answer = await call().catch((error: Error) => error.message);
    return { answer, ms: performance.now() - begun };
  }
  const said = (since: number) => api.output().slice(since);

  test('a replica that hangs delays no request by more than two seconds', async () => {
    await post(api.origin, alice, 'before');
    const cookie = await cookieOf(api.origin, bob);
    const list = () => fetch(`${api.origin}/users/${alice.userId}/posts`, { headers: { cookie } });
    await expect.poll(async () => ((await (await list()).json()) as { data: unknown[] }).data.length).toBe(1);
    const since = api.output().length;
    fleet.signalReplica('SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 20 }, () => timed(async () => (await list()).status)));
    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set([200]));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_000 + usualMs);
    await expect.poll(() => said(since)).toMatch(/the replica lags or is unavailable: lists are read from the primary/);
    fleet.signalReplica('SIGCONT');
    await expect.poll(() => said(since)).toMatch(/the replica is up to date: lists are read from it/);
  });

  test('a Redis cluster that hangs completely delays no call, and jobs are done later', {
    timeout: 120_000,
  }, async () => {
    const since = api.output().length;
    redis.signalAll('SIGSTOP');
    const first = await timed(() => post(api.origin, alice, 'without Redis'));
    expect(first.answer).toEqual(expect.any(Number));
    expect(first.ms).toBeLessThan(2_000 + usualMs);
    const ready = async () => (await fetch(`${api.origin}/readyz`)).json();
    await expect.poll(ready).toEqual({ status: 'ready', redis: 'away' });
    const later = await timed(() => post(api.origin, alice, 'still without'));
    expect(later.answer).toEqual(expect.any(Number));
    expect(later.ms).toBeLessThan(usualMs);
    expect(said(since).match(/Redis is unavailable: /g)?.length).toBe(1);
    redis.signalAll('SIGCONT');
    await expect.poll(ready, { timeout: 60_000 }).toEqual({ status: 'ready' });
    const own = () => callRest<unknown[]>(api.origin, `GET /users/${alice.userId}/posts`, { token: alice.token });
    expect((await own()).length).toBe(3);
  });

  test('a file store that hangs is reported, and accepts pictures again afterwards', { timeout: 120_000 }, async () => {
    const picture = await makePhoto();
    const postId = await post(api.origin, alice, 'with a picture');
    const since = api.output().length;
    line.silence();
    const upload = await timed(() => attachPicture(api.origin, alice, postId, picture));
    expect(upload.answer).toMatch(/answered 503/);
    expect(upload.ms).toBeLessThan(35_000 + usualMs);
    expect(said(since)).toMatch(/the file store is unavailable/);
    const words = await timed(() => post(api.origin, alice, 'words alone'));
    expect(words.ms).toBeLessThan(usualMs);
    line.restore();
    await expect
      .poll(() => attachPicture(api.origin, alice, postId, picture).then(() => 'taken', String), { timeout: 60_000 })
      .toBe('taken');
  });
});
