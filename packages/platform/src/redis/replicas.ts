import type { Log } from '@kith/domain';
import type { Redis } from 'ioredis';
import { isCluster, type RedisClient } from './clients.ts';

/**
 * How long queueing waits for a replica, in milliseconds. Normally it waits for 1 ms. During the wait, this process can queue no
 * other jobs.
 */
const replicaTimeoutMs = 150;

/**
 * How long further waits are skipped after a wait that timed out, in milliseconds, so that a cluster without replicas is not
 * slow.
 */
const skipMs = 5_000;

const warnIntervalMs = 60_000;

/**
 * Waits until `client`'s writes are on a replica. Redis acknowledges a write before it is on a replica, so without this wait a
 * failover could lose a job whose row in the outbox is already deleted.
 */
export function createReplicaWait(client: RedisClient, prefix: string, log: Log): () => Promise<void> {
  let skipUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function waitForReplica(): Promise<void> {
    if (performance.now() < skipUntil) return;
    // The command WAIT must be sent on the connection that wrote.
    const written = isCluster(client) ? await masterOf(client, prefix) : client;
    if (!written || (await written.wait(1, replicaTimeoutMs)) > 0) return;
    skipUntil = performance.now() + skipMs;
    if (performance.now() - warnedAt < warnIntervalMs) return;
    warnedAt = performance.now();
    log.warn({}, 'no replica of Redis is up to date: jobs accepted now would be lost if Redis fails');
  }

  function start(): Promise<void> {
    const started = waitForReplica().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  }

  // Concurrent callers share one WAIT: those that arrive while one is in progress share the next.
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

/** The master that stores keys with this prefix. */
async function masterOf(cluster: Exclude<RedisClient, Redis>, prefix: string): Promise<Redis | undefined> {
  const slot = await cluster.cluster('KEYSLOT', prefix);
  const owner = cluster.slots[slot]?.[0];
  return cluster.nodes('master').find(({ options }) => `${options.host}:${options.port}` === owner);
}
