// Long: restarts fleets under load.
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { hasRedis } from '@kith/platform/testing/redisServers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembers, follow, type Member as Person, post } from '../fixtures/cast.ts';
import { cookieOf } from '../fixtures/cookies.ts';
import { type FleetOptions, type FullFleet, startFullFleet } from '../fixtures/fullFleet.ts';
import { hasProxy } from '../fixtures/proxies.ts';
import { callRest } from '../fixtures/rest.ts';
import { readStream } from '../fixtures/streams.ts';

const rounds = 3;
const callers = 4;
const listeners = 10;
const plain: FleetOptions[] = [{ proxy: 'nginx' }, { proxy: 'haproxy' }];
const whole: FleetOptions[] = [
  { proxy: 'nginx', redis: 'a cluster' },
  { proxy: 'haproxy', redis: 'sentinels' },
];
const forms = [...plain, ...whole].map((each) => ({ ...each, on: each.redis ?? 'none' }));
const canRun = forms.every(({ proxy, redis }) => hasProxy(proxy) && (hasRedis || !redis));

/** The grace period of a server. A stopping server still accepts calls for a fifth of this time, so that the proxy can notice. */
const shutdownSeconds = '12';
const uploadMs = 3_000;

async function lists(origin: string, { userId }: Person, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/users/${userId}/posts`, { headers: { cookie } });
  await answer.body?.cancel();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
}

/** Uploads a picture slowly, as over a slow connection, and returns the status. */
async function uploadSlowly(
  origin: string,
  { token }: Person,
  postId: number,
  photo: Buffer,
): Promise<number | string> {
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--x--\r\n')]);
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': body.length,
  };
  const sent = request(`${origin}/posts/${postId}/image`, { method: 'POST', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  sent.on('error', (error) => resolve(error.message));
  const slices = 40;
  const size = Math.ceil(body.length / slices);
  for (let from = 0; from < body.length; from += size, await wait(uploadMs / slices)) {
    sent.write(body.subarray(from, from + size));
  }
  sent.end();
  return promise;
}

// These tests run at night only, because they take minutes, and fleet.long.test.ts kills servers.
describe.skipIf(!canRun).each(forms)('a rolling restart behind $proxy, Redis as $on', (form) => {
  let fleet: FullFleet;
  const settings = { SHUTDOWN_SECONDS: shutdownSeconds, KITH_WORKER_CONCURRENCY: '1' };

  beforeAll(async () => {
    fleet = await startFullFleet(form, settings);
  });
  afterAll(() => fleet?.stop());

  test('fails no call and no upload, and loses no message', { timeout: rounds * 90_000 }, async () => {
    const { origin, proxy } = fleet;
    const [alice, bob] = await createMembers(origin, 'alice', 'bob');
    await follow(origin, bob, alice);
    const create = { width: 1200, height: 900, channels: 3 as const, background: '#7a5' };
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 };
    const photo = await sharp({ create: { ...create, noise } })
      .jpeg()
      .toBuffer();
    const stopStreams = new AbortController();
    const stopLoad = new AbortController();
    const sent: string[] = [];
    const failures: string[] = [];
    let calls = 0;

    // The test needs many open streams, and a member may have only twenty per server, so there are many members.
    const others = await createMembers(origin, ...Array.from({ length: 20 }, (_, n) => `carol${n}`));
    const everybody = [bob, ...others];
    const heard: Set<string>[] = [];
    const streams = everybody.flatMap((who) =>
      Array.from({ length: listeners }, () => {
        const all = new Set<string>();
        if (who === bob) heard.push(all);
        const remember = (line: string) => all.add(/\bm\d+-\d+\b/.exec(line)?.[0] ?? '');
        return readStream(origin, who.token, remember, stopStreams.signal);
      }),
    );
    await wait(500);

    const attempt = async (what: string, call: () => Promise<unknown>) => {
      calls += 1;
      await call().catch((error: Error) => failures.push(`${what}: ${error.message} ${error.cause ?? ''}`));
    };
    // This session has not written anything, so the server reads its lists from the replica, if there is one.
    const cookie = await cookieOf(origin, bob);
    const caller = async (id: number) => {
      for (let n = 0; !stopLoad.signal.aborted; n += 1, await wait(5)) {
        const content = `m${id}-${n}`;
        const json = { senderId: alice.userId, receiverId: bob.userId, content };
        await attempt('POST /messages', async () => {
          await callRest(origin, 'POST /messages', { token: alice.token, json });
          sent.push(content);
        });
        await attempt('GET /posts', () => lists(origin, alice, cookie));
        await attempt('GET /auth/session', () => callRest(origin, 'GET /auth/session', { token: alice.token }));
      }
    };
    const load = Array.from({ length: callers }, (_, id) => caller(id));

    const uploads: (number | string)[] = [];
    const pictured: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const index of [0, 1] as const) {
        // Starts two concurrent uploads. The proxy balances by number of connections, so that each server gets one.
        const made = await Promise.all([alice, bob].map((who) => post(origin, who, 'With a picture')));
        const underWay = [alice, bob].map((who, n) => uploadSlowly(origin, who, made[n] as number, photo));
        pictured.push(made[0] as number);
        await wait(uploadMs / 4);
        expect(await fleet.restartApi(index)).toBe(0);
        const stopped = fleet.workers[index];
        expect(await fleet.restartWorker(index), stopped.output()).toBe(0);
        uploads.push(...(await Promise.all(underWay)));
        // Waits until nginx uses the restarted server again, which it does after fail_timeout, 2 s.
        if (index === 0 || round + 1 < rounds) await wait(2_000);
      }
    }
    stopLoad.abort();
    await Promise.all(load);
    const missed = () => Math.max(...heard.map((all) => sent.filter((content) => !all.has(content)).length));
    // Streams that were cut by the last restart reconnect within seconds, and receive the events they missed.
    await expect.poll(missed, { timeout: 20_000 }).toBe(0);
    stopStreams.abort();
    const unmade = async () => {
      const posts = await callRest<{ postId: number; imageUrl: string | null }[]>(
        origin,
        `GET /users/${alice.userId}/posts?limit=500`,
        { token: alice.token },
      );
      return pictured.filter((postId) => !posts.some((each) => each.postId === postId && each.imageUrl));
    };
    await expect.poll(unmade, { timeout: 30_000 }).toEqual([]);
    expect(failures, proxy.complaints()).toEqual([]);
    expect(uploads.filter((status) => status !== 200 && status !== 202)).toEqual([]);
    expect(new Set(await Promise.all(streams))).toEqual(new Set(['ok']));
    console.log(
      `${form.proxy}, ${form.redis ?? 'no Redis'}: ${calls} calls, ${sent.length} messages, ${uploads.length} uploads, no failure`,
    );
  });
});
