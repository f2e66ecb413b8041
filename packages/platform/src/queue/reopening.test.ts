import { createTestDatabase } from '@kith/db/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { RedisClient, RedisStore } from '../redis/index.ts';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { hasRedis } from '../testing/redisServers.ts';
import { recordingLog, startRedis } from '../testing/stores.ts';
import { createQueue } from './queue.ts';
import { type Handlers, startWorkers } from './workers.ts';

test.skipIf(!hasRedis)(
  'workers whose connection fails when Redis is back, as it may while a cluster elects, are opened once more',
  async () => {
    const [server, database] = await Promise.all([startRedis(), createTestDatabase(inject('databaseUrl'))]);
    if (!server) throw new Error('redis-server did not start');
    const log = recordingLog();
    const stores = await openStores(loadSettings({ DATABASE_URL: database.url, REDIS_URL: server.url }), { log });
    const { redis } = stores;
    if (!redis) throw new Error('REDIS_URL was not used');
    const opened: RedisClient[] = [];
    let outageEnds = () => {};
    let isFailing = false;
    const open: RedisStore['open'] = (options) => {
      const client = redis.open(options);
      opened.push(client);
      if (isFailing) client.once('ready', () => client.disconnect());
      isFailing = false;
      return client;
    };
    const onBack: RedisStore['onBack'] = (listener) => {
      outageEnds = listener;
    };
    const failing = { ...stores, redis: { ...redis, onBack, open } };
    const done = new Set<number>();
    const some = { 'images.process': async ({ imageId }: { imageId: number }) => void done.add(imageId) };
    const workers = await startWorkers({
      stores: failing,
      handlers: some as unknown as Handlers,
      imageConcurrency: 1,
      log,
    });
    const queue = await createQueue(stores);
    onTestFinished(async () => {
      for (const each of [workers, queue, stores, server]) await ('close' in each ? each.close() : each.stop());
      await database.drop();
    });
    for (const each of opened) each.disconnect();
    isFailing = true;
    outageEnds();
    await queue.add([{ name: 'images.process', payload: { imageId: 7 } }]);
    await expect.poll(() => [...done], { timeout: 10_000 }).toEqual([7]);
  },
);
