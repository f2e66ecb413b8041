import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../fixtures/app.ts';
import { cast, type Member as Person, post } from '../fixtures/cast.ts';
import { type Fleet, type Member, startFleet } from '../fixtures/fleet.ts';
import { hasProxy, type ProxyName, startProxy } from '../fixtures/proxies.ts';
import { done } from '../fixtures/rest.ts';
import { listen } from '../fixtures/streams.ts';

const full = process.env.KITH_OPS === 'full';
const rounds = full ? 3 : 1;
const callers = 4;
const listeners = 10;
const proxies: ProxyName[] = full ? ['nginx', 'haproxy'] : ['nginx'];

/** A fifth of this is the time a proxy gets to notice that the process is not ready any more. */
const shutdownSeconds = '12';
const uploadMs = 3_000;

/** Sends a picture slowly, as a phone does, and answers with the status. */
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

describe.each(proxies)('a rolling restart behind %s', (name) => {
  let fleet: Fleet;
  let apis: Member[];
  let ports: number[];
  const env = { SHUTDOWN_SECONDS: shutdownSeconds, TRUST_PROXY: 'loopback', KITH_WORKER_CONCURRENCY: '1' };

  beforeAll(async () => {
    fleet = await startFleet();
    ports = [await freePort(), await freePort()];
    apis = await Promise.all(ports.map((port) => fleet.api(env, port)));
    await fleet.worker(env);
  });
  afterAll(() => fleet.close());

  test.skipIf(!hasProxy(name))(
    'fails no call and no upload, and loses no message',
    { timeout: rounds * 90_000 },
    async () => {
      const proxy = await startProxy(name, ports);
      const [alice, bob] = await cast(proxy.origin, 'alice', 'bob');
      const create = { width: 1200, height: 900, channels: 3 as const, background: '#7a5' };
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 };
      const photo = await sharp({ create: { ...create, noise } })
        .jpeg()
        .toBuffer();
      const over = new AbortController();
      const enough = new AbortController();
      const sent: string[] = [];
      const failures: string[] = [];
      let calls = 0;

      // One member may have twenty streams in each server, so more members are needed to have many streams to end.
      const others = full ? await cast(proxy.origin, ...Array.from({ length: 20 }, (_, n) => `carol${n}`)) : [];
      const everybody = [bob, ...others];
      const heard: Set<string>[] = [];
      const streams = everybody.flatMap((who) =>
        Array.from({ length: listeners }, () => {
          const all = new Set<string>();
          if (who === bob) heard.push(all);
          const remember = (line: string) => all.add(/\bm\d+-\d+\b/.exec(line)?.[0] ?? '');
          return listen(proxy.origin, who.token, remember, over.signal);
        }),
      );
      await wait(500);

      const attempt = async (what: string, call: () => Promise<unknown>) => {
        calls += 1;
        await call().catch((error: Error) => failures.push(`${what}: ${error.message} ${error.cause ?? ''}`));
      };
      const caller = async (id: number) => {
        for (let n = 0; !enough.signal.aborted; n += 1, await wait(full ? 5 : 40)) {
          const content = `m${id}-${n}`;
          const json = { senderId: alice.userId, receiverId: bob.userId, content };
          await attempt('POST /messages', async () => {
            await done(proxy.origin, 'POST /messages', { token: alice.token, json });
            sent.push(content);
          });
          await attempt('GET /auth/session', () => done(proxy.origin, 'GET /auth/session', { token: alice.token }));
        }
      };
      const load = Array.from({ length: callers }, (_, id) => caller(id));

      const uploads: (number | string)[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, port] of ports.entries()) {
          // Two uploads at once: least_conn gives each server one.
          const posts = await Promise.all([alice, bob].map((who) => post(proxy.origin, who, 'With a picture')));
          const underWay = [alice, bob].map((who, n) => uploadSlowly(proxy.origin, who, posts[n] as number, photo));
          await wait(uploadMs / 4);
          expect(await apis[index]?.stop()).toBe(0);
          apis[index] = await fleet.api(env, port);
          uploads.push(...(await Promise.all(underWay)));
          // The proxy tries a server that refused it again after fail_timeout, 2 s.
          if (index + 1 < ports.length || round + 1 < rounds) await wait(2_000);
        }
      }
      enough.abort();
      await Promise.all(load);
      const missed = () => Math.max(...heard.map((all) => sent.filter((content) => !all.has(content)).length));
      // The stream that was cut last reconnects within seconds and then gets what it missed.
      await expect.poll(missed, { timeout: 20_000 }).toBe(0);
      over.abort();
      expect(failures, proxy.complaints()).toEqual([]);
      expect(uploads.filter((status) => status !== 200 && status !== 202)).toEqual([]);
      expect(new Set(await Promise.all(streams))).toEqual(new Set(['ok']));
      console.log(`${name}: ${calls} calls, ${sent.length} messages, ${uploads.length} uploads, no failure`);
      await proxy.stop();
    },
  );
});
