// Long: waits for elections of a Redis cluster and of sentinels.
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@kith/db/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createLimiter } from '../limits.ts';
import { createLiveBus } from '../platform.ts';
import { createQueue } from '../queue/queue.ts';
import { type Handlers, startWorkers } from '../queue/workers.ts';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { hasRedis, startRedisCluster, startRedisSentinels } from '../testing/redisServers.ts';
import { recordingLog } from '../testing/stores.ts';

/** A call waits for 250 ms at most, and an election takes 5 s or more; the limit in milliseconds lies between, for busy machines. */
const longest = 4_000;

const forms = { 'a cluster': startRedisCluster, sentinels: startRedisSentinels };
const cases = (['SIGSTOP', 'SIGKILL'] as const).flatMap((signal) =>
  Object.entries(forms).map(([form, start]) => ({ signal, form, start })),
);

test.skipIf(!hasRedis).each(cases)(
  '$signal to the master of the queue, with $form, delays no call, and jobs go on',
  {
    timeout: 150_000,
  },
  async ({ signal, start }) => {
    const [servers, database] = await Promise.all([start(), createTestDatabase(inject('databaseUrl'))]);
    const log = recordingLog();
    const stores = await openStores(loadSettings({ DATABASE_URL: database.url, REDIS_URL: servers.url }), { log });
    const queue = await createQueue(stores);
    const done = new Set<number>();
    const some = { 'images.process': async ({ imageId }: { imageId: number }) => void done.add(imageId) };
    const handlers = new Proxy(some, { get: (all, name) => all[name as keyof typeof all] ?? (async () => {}) });
    const workers = await startWorkers({ stores, handlers: handlers as unknown as Handlers, imageConcurrency: 4, log });
    const limiter = createLimiter(stores, log);
    const bus = createLiveBus(stores, log);
    const received = new Set<string>();
    bus.subscribe(({ name }) => void received.add(name));
    onTestFinished(async () => {
      for (const each of [workers, queue, bus, stores]) await each.close();
      await servers.stop();
      await database.drop();
    });
    // Each job is queued again until it is done, as recorded jobs are.
    const recorded = new Set<number>();
    let waited = 0;
    const work = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1, await wait(5)) {
        recorded.add(recorded.size);
        const missing = [...recorded].filter((id) => !done.has(id));
        await queue
          .add(missing.slice(0, 5).map((imageId) => ({ name: 'images.process', payload: { imageId } })))
          .catch(() => {});
        const begun = performance.now();
        await limiter.consume({ name: 'log-in', points: 1_000_000, seconds: 60 }, `member ${round % 50}`);
        waited = Math.max(waited, performance.now() - begun);
      }
    };
    await work(100);
    const master = servers.signalMaster('{kith}', signal);
    await expect.poll(() => stores.redis?.unavailable, { timeout: 20_000 }).toBe(true);
    await work(100);
    await expect.poll(() => stores.redis?.unavailable, { timeout: 30_000 }).toBe(false);
    await expect.poll(() => work(20).then(() => recorded.size - done.size), { timeout: 60_000 }).toBeLessThan(20);
    expect(waited).toBeLessThan(longest);
    const published = () => bus.publish({ name: 'settings.changed', to: [1], payload: { userId: 1 } }).catch(() => {});
    await expect.poll(() => published().then(() => [...received]), { timeout: 30_000 }).toContain('settings.changed');
    // The former master comes back as a replica.
    servers.signal(master, 'SIGCONT');
  },
);

test.skipIf(!hasRedis)('a start says that REDIS_URL names one node of a cluster', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.stop());
  const [node = ''] = cluster.url.split(',');
  const settings = loadSettings({ DATABASE_URL: 'postgres://nobody', REDIS_URL: node });
  await expect(openStores(settings, { log: recordingLog() })).rejects.toThrow('should end in ?cluster=on');
});
