// Rare: only an operator moves the queue, here between three stores.
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@kith/db/testing';
import type { Job } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { queueState } from '../testing/queueState.ts';
import { hasRedis, type RedisServers, startRedisCluster } from '../testing/redisServers.ts';
import { recordingLog, startRedis } from '../testing/stores.ts';
import { migratePlatform } from './migrate.ts';
import { moveJobs } from './move.ts';
import { createQueue } from './queue.ts';
import { type Handlers, startWorkers } from './workers.ts';

describe.skipIf(!hasRedis)('pending jobs when the queue moves to another store', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let single: { url: string; stop(): Promise<void> };
  let cluster: RedisServers;
  const opened: Stores[] = [];
  const log = recordingLog();

  async function open(REDIS_URL?: string): Promise<Stores> {
    const stores = await openStores(loadSettings({ DATABASE_URL: database.url, REDIS_URL }), { log });
    opened.push(stores);
    return stores;
  }

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    await migratePlatform(database.url);
    single = (await startRedis()) as typeof single;
    cluster = await startRedisCluster();
  });
  afterAll(async () => {
    await Promise.all(opened.map((stores) => stores.close()));
    await single?.stop();
    await cluster?.stop();
    await database?.drop();
  });

  const image = (imageId: number): Job => ({ name: 'images.process', payload: { imageId }, id: `image:${imageId}` });

  test('move from PostgreSQL to one Redis, on to a Redis cluster, and back to PostgreSQL', async () => {
    const stores = [await open(), await open(single.url), await open(cluster.url), await open()];
    const all = Array.from({ length: 250 }, (_, index) => image(index + 1));
    for (const [index, from] of stores.slice(0, -1).entries()) {
      const to = stores[index + 1] as Stores;
      const [before, after] = [await createQueue(from), await createQueue(to)];
      if (index === 0) await before.add([...all, { name: 'users.erase', payload: { userId: 7 } }]);
      await before.scheduleEvery('expired.remove', 60_000);
      expect(await moveJobs(from, to)).toEqual({ moved: 251, left: 0 });
      // A second move, as after an interrupted one, changes nothing.
      expect(await moveJobs(from, to)).toEqual({ moved: 0, left: 0 });
      expect((await queueState(to, 'images')).waiting).toBe(250);
      expect((await queueState(from, 'images')).waiting).toBe(0);
      // The moved job keeps its deduplication id, so the same job is not added a second time.
      await after.add([image(3)]);
      expect((await queueState(to, 'images')).waiting).toBe(250);
      await Promise.all([before.close(), after.close()]);
    }
    const done = new Set<number>();
    const note = async (payload: { imageId: number }) => void done.add(payload.imageId);
    const handlers = new Proxy({}, { get: (_, name) => (name === 'images.process' ? note : () => wait(0)) });
    const last = stores.at(-1) as Stores;
    const workers = await startWorkers({ stores: last, handlers: handlers as Handlers, imageConcurrency: 8, log });
    await expect.poll(() => done.size).toBe(250);
    await workers.close();
  });
});
