import type { Log } from '@kith/domain';
import type { Redis } from 'ioredis';
import { isCluster, type RedisClient } from './clients.ts';

/** How long queueing waits for a replica, in milliseconds; normally one. Nothing else is queued meanwhile. */
const patience = 150;

/**
 * After a wait that timed out, how long further waits are skipped, in milliseconds, so that a cluster without replicas is not slow.
 */
const rest = 5_000;

const warnEvery = 60_000;

/**
 * Waits until `client`'s writes are on a replica. Redis acknowledges earlier, so a job accepted at the moment of a failover could
 * be lost, although its pending row is already deleted.
 */
export function createReplicaWait(client: RedisClient, prefix: string, log: Log): () => Promise<void> {
  let restUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function ask(): Promise<void> {
    if (performance.now() < restUntil) return;
    // WAIT must be sent on the connection that wrote.
    const written = isCluster(client) ? await nodeOf(client, prefix) : client;
    if (!written || (await written.wait(1, patience)) > 0) return;
    restUntil = performance.now() + rest;
    if (performance.now() - warnedAt < warnEvery) return;
    warnedAt = performance.now();
    log.warn({}, 'no replica of Redis is up to date: jobs accepted now would be lost if Redis fails');
  }

  function begin(): Promise<void> {
    const begun = ask().finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  }

  // Concurrent callers share one WAIT: those that arrive while one is in progress share the next.
  return () => {
    if (!running) return begin();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}

/** The master that stores keys with this prefix. */
async function nodeOf(cluster: Exclude<RedisClient, Redis>, prefix: string): Promise<Redis | undefined> {
  const slot = await cluster.cluster('KEYSLOT', prefix);
  const owner = cluster.slots[slot]?.[0];
  return cluster.nodes('master').find(({ options }) => `${options.host}:${options.port}` === owner);
}
