// Long: the outages take a minute, and the result depends only on the version of ioredis.
import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from '@kith/domain';
import type { Cluster } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createQueue } from '../queue/queue.ts';
import { queueNames, queueOf } from '../queue/table.ts';
import { type Handlers, startWorkers } from '../queue/workers.ts';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { hasRedis, type RedisServers, startRedisCluster, startRedisSentinels } from '../testing/redisServers.ts';
import { recordingLog } from '../testing/stores.ts';

/** The stores of one process on these servers, with the queues under test. */
async function openProcess(servers: RedisServers) {
  onTestFinished(() => servers.stop());
  const log = recordingLog();
  const settings = loadSettings({ DATABASE_URL: 'postgres://nobody', REDIS_URL: servers.url });
  const stores = await openStores(settings, { log });
  const queue = await createQueue(stores);
  const done = new Set<string>();
  const handlers = new Proxy({} as Handlers, {
    get: (_, name) => async () => void done.add(queueOf[name as Job['name']]),
  });
  const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log });
  onTestFinished(async () => {
    await workers.close();
    await queue.close();
    await stores.close();
  });
  return {
    stores,
    async everyQueueWorks(): Promise<void> {
      done.clear();
      const idle = async () => {
        await queue.add(oneOfEach).catch(() => {});
        return queueNames.filter((name) => !done.has(name));
      };
      await expect.poll(idle, { timeout: 100_000, interval: 500 }).toEqual([]);
    },
  };
}

/** One job in each queue. */
const oneOfEach = Object.entries(queueOf)
  .filter(([, queue], index, all) => all.findIndex((other) => other[1] === queue) === index)
  .map(([name]) => ({ name, payload: {} })) as Job[];

describe.skipIf(!hasRedis)('after a failover, a process that keeps running', () => {
  // The process's clients reconnect while the responding nodes have no master for the queues' keys.
  test('runs the jobs of every queue, although all nodes of the cluster hung and the queues’ slot then had no master', {
    timeout: 300_000,
  }, async () => {
    const servers = await startRedisCluster();
    const { everyQueueWorks } = await openProcess(servers);
    await everyQueueWorks();
    // Waits until all workers are idle.
    await wait(1_500);
    const replica = servers.signalReplica('{kith}', 'SIGSTOP');
    servers.signalMaster('{kith}', 'SIGKILL');
    servers.signalAll('SIGSTOP');
    await wait(4_000);
    servers.signalAll('SIGCONT');
    servers.signal(replica, 'SIGSTOP');
    await wait(6_000);
    servers.signal(replica, 'SIGCONT');
    await everyQueueWorks();
  });

  // ioredis stops for good when it is told to reconnect while it queries the sentinels.
  test('reconnects, although it lost its Redis while querying the sentinels', {
    timeout: 300_000,
  }, async () => {
    const servers = await startRedisSentinels();
    const { stores, everyQueueWorks } = await openProcess(servers);
    const master = servers.signalMaster('', 'SIGCONT');
    servers.signalSentinels('SIGSTOP');
    servers.signal(master, 'SIGKILL');
    await expect.poll(() => stores.redis?.unavailable).toBe(true);
    servers.signalSentinels('SIGCONT');
    await everyQueueWorks();
    expect(stores.redis?.client.status).toBe('ready');
  });

  // This happened once when a failover closed the client's last connection. Here the test itself closes all connections, and
  // prevents the client from noticing.
  test('reconnects, although it had no connection left whose end it could notice', {
    timeout: 300_000,
  }, async () => {
    const { stores, everyQueueWorks } = await openProcess(await startRedisCluster());
    const client = stores.redis?.client as Cluster;
    await client.ping();
    for (const node of client.nodes()) {
      node.removeAllListeners('end');
      node.disconnect();
    }
    client.disconnect(true);
    await expect.poll(() => client.status, { timeout: 5_000 }).toBe('ready');
    await everyQueueWorks();
  });
});
