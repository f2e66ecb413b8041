// Long: waits for the time-outs of a Redis that hangs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@kith/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachPicture, createMembers, type Member as Person, password, post } from '../fixtures/cast.ts';
import { type Fleet, type FleetProcess, startFleet } from '../fixtures/fleet.ts';
import { mailTo } from '../fixtures/mail.ts';
import { makePhoto } from '../fixtures/photo.ts';
import { callRest, rest } from '../fixtures/rest.ts';

/** In milliseconds: how long a call may wait for Redis, and how long a call takes on a busy machine without waiting. */
const added = 250;
const usualMs = 500;

/** Redis may hang (SIGSTOP) or be killed (SIGKILL). `npm test` tests only a hanging Redis, and the nightly run both. */
const outages = ['SIGSTOP', 'SIGKILL'] as const;
const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;

// These tests are skipped where Redis is not installed.
describe.skipIf(process.platform !== 'linux' || !hasRedis)('an unavailable Redis', () => {
  let fleet: Fleet;
  let api: FleetProcess;
  let worker: FleetProcess;
  let alice: Person;
  let photo: Buffer;
  let redis: ChildProcess;
  let port: number;

  async function startRedis(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
    redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(redis.stdout as NodeJS.ReadableStream, 'data');
  }

  beforeAll(async () => {
    [fleet, port, photo] = await Promise.all([startFleet(), freePort(), makePhoto()]);
    await startRedis();
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT: 'on', PASSWORD_SIGN_IN: 'on' };
    [api, worker] = await Promise.all([fleet.api(env), fleet.worker(env)]);
    [alice] = await createMembers(api.origin, 'alice');
  });
  afterAll(async () => {
    redis?.kill('SIGKILL');
    await fleet.close();
  });

  const redisKeys = (pattern: string) =>
    spawnSync('redis-cli', ['-p', String(port), 'KEYS', pattern], { encoding: 'utf8' }).stdout;
  const logIn = () => callRest(api.origin, 'POST /auth/login', { json: { identifier: alice.userName, password } });

  /** Returns the durations in milliseconds of several calls that use Redis for rate limits, jobs or live events. */
  async function times(): Promise<number[]> {
    const measured: number[] = [];
    for (const call of [
      logIn,
      () => post(api.origin, alice, 'Is anybody there?'),
      () => callRest(api.origin, 'POST /auth/password-reset', { json: { email: alice.email } }),
      logIn,
    ]) {
      const start = Date.now();
      await call();
      measured.push(Date.now() - start);
    }
    return measured;
  }

  /** Returns the longest of these durations, of two of each call the shorter one: other work on the machine only adds to it. */
  async function longest(): Promise<number> {
    const [first, second] = [await times(), await times()];
    return Math.max(...first.map((ms, call) => Math.min(ms, second[call] as number)));
  }

  /** Returns whether a job has created the resized variants of the post's picture. */
  async function hasPicture(postId: number): Promise<boolean> {
    const { token } = alice;
    const path = `GET /users/${alice.userId}/posts`;
    const posts = await callRest<{ postId: number; imageUrl: string | null }[]>(api.origin, path, { token });
    return posts.some((each) => each.postId === postId && each.imageUrl !== null);
  }

  // This test runs at night only, because it waits for the worker's check of its schedules, which happens every 10 s.
  test('that lost its schedule by FLUSHALL gets it back within ten seconds, with a log line', async () => {
    const since = worker.output().length;
    spawnSync('redis-cli', ['-p', String(port), 'FLUSHALL']);
    await expect.poll(() => worker.output().slice(since), { timeout: 12_000 }).toMatch(/the schedules are restored/);
  });

  test('that lost a job by FLUSHALL gets it back within a minute, from its record', async () => {
    process.kill(worker.pid, 'SIGSTOP');
    await callRest(api.origin, 'POST /auth/password-reset', { json: { email: alice.email } });
    await expect.poll(() => redisKeys('bull:mail:*')).toContain('bull:mail:wait');
    spawnSync('redis-cli', ['-p', String(port), 'FLUSHALL']);
    process.kill(worker.pid, 'SIGCONT');
    await expect.poll(() => mailTo(fleet.dataDir, alice.email, /reset/), { timeout: 100_000 }).toContain('reset');
  });

  test.each(outages)('that %s delays no call, and jobs are done when it is back', async (signal) => {
    const before = await longest();
    redis.kill(signal);
    expect(await longest()).toBeLessThan(Math.max(before, usualMs) + added);
    const ready = async () => {
      const answer = await fetch(`${api.origin}/readyz`);
      return [answer.status, await answer.json()];
    };
    await expect.poll(ready).toEqual([200, { status: 'ready', redis: 'away' }]);
    expect(api.output().match(/Redis is unavailable: /g)?.length).toBeLessThanOrEqual(2);

    const postId = await post(api.origin, alice, 'A picture for later');
    const start = Date.now();
    await attachPicture(api.origin, alice, postId, photo);
    // The server waits up to 5 s for the variants before it responds to the upload.
    expect(Date.now() - start).toBeLessThan(5_000 + usualMs + added + 1_000);
    expect(await hasPicture(postId)).toBe(false);
    if (signal === 'SIGSTOP') redis.kill('SIGCONT');
    else await startRedis();
    // A scheduled job puts recorded jobs into the queue every 5 s. A restarted Redis lost that schedule; it is back within 10 s.
    await expect.poll(() => hasPicture(postId), { timeout: 60_000, interval: 500 }).toBe(true);
    await expect.poll(ready).toEqual([200, { status: 'ready' }]);
  });

  test('is reported at the start in one line', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
    const started = [await fleet.worker(env), await fleet.api(env).catch((error: Error) => error.message)];
    const [refused, told] = started as [FleetProcess, string];
    await expect.poll(refused.output).toMatch(/^Redis cannot be used \(ECONNREFUSED\): check REDIS_URL\.\n$/);
    expect(told).toMatch(/exited before it was ready:\nRedis cannot be used \(ECONNREFUSED\): check REDIS_URL\.\n$/);
    expect((await rest(api.origin, 'GET /readyz')).status).toBe(200);
  });
});
