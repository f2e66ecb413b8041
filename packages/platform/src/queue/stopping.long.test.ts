// Long: a whole Redis cluster hangs and recovers, which takes half a minute.
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@kith/db/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { queueState } from '../testing/queueState.ts';
import { hasRedis, type RedisServers, startRedisCluster } from '../testing/redisServers.ts';
import { recordingLog } from '../testing/stores.ts';
import { createQueue, type PlatformQueue } from './queue.ts';
import { type Handlers, startWorkers, type Workers } from './workers.ts';

/** How long a job of this test takes, in milliseconds. */
const jobTakes = 500;

describe.skipIf(!hasRedis)('a worker that is stopped while Redis hangs', () => {
  let servers: RedisServers;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const opened: { queue: PlatformQueue; stores: Stores }[] = [];
  const log = recordingLog();
  const begun: number[] = [];

  async function open() {
    const stores = await openStores(loadSettings({ DATABASE_URL: database.url, REDIS_URL: servers.url }), { log });
    const queue = await createQueue(stores);
    opened.push({ queue, stores });
    const some = {
      'images.process': async ({ imageId }: { imageId: number }) => {
        begun.push(imageId);
        await wait(jobTakes);
      },
    };
    const handlers = new Proxy(some, { get: (all, name) => all[name as keyof typeof all] ?? (async () => {}) });
    const workers = () => startWorkers({ stores, handlers: handlers as unknown as Handlers, imageConcurrency: 2, log });
    return { queue, stores, workers };
  }

  beforeAll(async () => {
    [servers, database] = await Promise.all([startRedisCluster(), createTestDatabase(inject('databaseUrl'))]);
  });
  afterAll(async () => {
    for (const { queue, stores } of opened) await queue.close().then(() => stores.close());
    await servers?.stop();
    await database?.drop();
  });

  test('finishes its jobs and exits; another worker runs those that the queue has not recorded as done', async () => {
    const first = await open();
    const one = await first.workers();
    // On a busy machine Redis counts as unavailable while it starts.
    await expect.poll(() => first.stores.redis?.unavailable).toBe(false);
    await first.queue.add([1, 2, 3].map((imageId) => ({ name: 'images.process', payload: { imageId } })));
    await expect.poll(() => begun.length).toBe(2);
    // All nodes hang, so that no replica replaces the master that stores the jobs.
    const master = servers.signalMaster('{kith}', 'SIGSTOP');
    servers.signalAll('SIGSTOP');
    await one.close();
    expect(begun.length).toBe(2);
    expect(log.messages).toContain('the queue does not answer: jobs that it has not recorded as done will run again');

    // The queue's last writes are lost with the master: its replica still has the first two jobs as active.
    servers.signal(master, 'SIGKILL');
    servers.signalAll('SIGCONT');
    let second = first;
    let another: Workers | undefined;
    // A process that starts while the replica takes over may find no queue, and is started again.
    const starts = async () => {
      second = await open();
      another = await second.workers();
      return true;
    };
    await expect.poll(() => starts().catch(String), { timeout: 90_000 }).toBe(true);
    // A job whose result is lost in the failover runs once more, as every job may.
    const run = () => [...new Set(begun.slice(2))].toSorted();
    await expect.poll(run, { timeout: 40_000 }).toEqual([1, 2, 3]);
    expect(await queueState(second.stores, 'images')).toMatchObject({ waiting: 0, failed: 0 });
    await another?.close();
  }, 180_000);
});
