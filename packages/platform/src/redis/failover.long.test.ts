// Long: waits for elections of a Redis cluster and of sentinels.
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@kith/db/testing';
import type { LiveEvent } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLimiter } from '../limits/index.ts';
import { createLiveBus } from '../platform.ts';
import { createQueue, type PlatformQueue } from '../queue/queue.ts';
import { type Handlers, startWorkers, type Workers } from '../queue/workers.ts';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { hasRedis, type RedisServers, startRedisCluster, startRedisSentinels } from '../testing/redisServers.ts';
import { recordingLog, startRedis } from '../testing/stores.ts';

const rule = { name: 'log-in', points: 1_000_000, seconds: 60 };
const forms = { 'a cluster': startRedisCluster, sentinels: startRedisSentinels };

const signals = ['SIGSTOP', 'SIGKILL'] as const;

/** A call waits for 250 ms at most, and an election takes 5 s or more; the limit in milliseconds lies between, for busy machines. */
const longest = 4_000;

// A hanging master takes longer to detect than one that is gone.
const cases = signals.flatMap((signal) => Object.entries(forms).map(([form, start]) => ({ signal, form, start })));

describe.skipIf(!hasRedis).each(cases)('$signal to the Redis master of the queue, with $form', ({ signal, start }) => {
  let servers: RedisServers;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let stores: Stores;
  let queue: PlatformQueue;
  let workers: Workers;
  const log = recordingLog();
  const done = new Set<number>();

  beforeAll(async () => {
    [servers, database] = await Promise.all([start(), createTestDatabase(inject('databaseUrl'))]);
    stores = await openStores(loadSettings({ DATABASE_URL: database.url, REDIS_URL: servers.url }), { log });
    queue = await createQueue(stores);
    const some = { 'images.process': async ({ imageId }: { imageId: number }) => void done.add(imageId) };
    const handlers = new Proxy(some, { get: (all, name) => all[name as keyof typeof all] ?? (async () => {}) });
    workers = await startWorkers({ stores, handlers: handlers as unknown as Handlers, imageConcurrency: 4, log });
  });
  afterAll(async () => {
    await workers?.close();
    await queue?.close();
    await stores?.close();
    await servers?.stop();
    await database?.drop();
  });

  test('delays no call, and accepted jobs are run', { timeout: 150_000 }, async () => {
    const limiter = createLimiter(stores, log);
    const bus = createLiveBus(stores, log);
    const received = new Set<number>();
    bus.subscribe((event) => void received.add((event.payload as { postId: number }).postId));
    const taken: number[] = [];
    const waits: number[] = [];
    let refused = 0;
    let refusal = '';
    let over = false;
    const add = async (imageId: number) =>
      queue.add([{ name: 'images.process', payload: { imageId } }]).then(
        () => void taken.push(imageId),
        (error) => {
          refused += 1;
          refusal = String(error);
        },
      );
    const load = (async () => {
      for (let id = 1; !over; id += 1, await wait(5)) {
        void add(id);
        const begun = performance.now();
        await limiter.consume(rule, `member ${id % 50}`);
        waits.push(performance.now() - begun);
      }
    })();
    await expect.poll(() => done.size).toBeGreaterThan(50);
    const master = servers.signalMaster('{kith}', signal);
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(0);
    const before = taken.length;
    await expect
      .poll(() => taken.length - before, { timeout: 20_000 })
      .toBeGreaterThan(50)
      .catch((error: Error) => {
        error.message += `; refused with ${refusal}; ${stores.redis?.client.status}, ${stores.redis?.forQueueing.status}; ${servers.state()}`;
        throw error;
      });
    over = true;
    await load;
    await expect.poll(() => taken.filter((id) => !done.has(id)), { timeout: 60_000 }).toEqual([]);
    expect(Math.max(...waits)).toBeLessThan(longest);
    const payload = { postId: 99, authorId: 1, userId: 2, liked: true, likesCount: 3 };
    const event: LiveEvent = { name: 'post.liked', to: [1], payload };
    await expect
      .poll(
        async () => {
          await bus.publish(event).catch(() => {});
          return received.has(99);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    // The former master comes back as a replica.
    servers.signal(master, 'SIGCONT');
    const count = (text: RegExp) => log.messages.filter((message) => text.test(message)).length;
    expect(count(/^Redis is back/)).toBeGreaterThan(0);
    expect(count(/^Redis is unavailable/)).toBeLessThanOrEqual(3);
    expect(count(/^the queue is unavailable/)).toBeLessThanOrEqual(5);
  });
});

describe.skipIf(!hasRedis)('a start', () => {
  const refusal = async (url: string) =>
    openStores(loadSettings({ DATABASE_URL: 'postgres://nobody', REDIS_URL: url }), { log: recordingLog() }).then(
      () => 'started',
      (error: Error) => error.message,
    );

  test('reports in one line what is wrong with REDIS_URL', async () => {
    const one = (await startRedis()) as { url: string; stop(): Promise<void> };
    const cluster = await startRedisCluster();
    expect(await refusal(`${one.url}?cluster=on`)).toBe(
      'Redis cannot be used (ERR This instance has cluster support disabled): check REDIS_URL.',
    );
    expect(await refusal(`${one.url}?sentinel=kith`)).toMatch(/^Redis cannot be used \([^\n]+\): check REDIS_URL\.$/);
    const [first = ''] = cluster.url.split(',');
    expect(await refusal(first)).toBe(
      'Setting REDIS_URL names a node of a Redis cluster: it should end in ?cluster=on.',
    );
    await cluster.stop();
    await one.stop();
    const gone = /^Redis cannot be used \((?:ECONNREFUSED|Connection is closed\.|[^\n]*)\): check REDIS_URL\.$/;
    expect(await refusal(cluster.url)).toMatch(gone);
    expect(await refusal(cluster.url.replace('cluster=on', 'sentinel=kith'))).toMatch(gone);
  });
});
