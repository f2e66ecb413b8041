import type { Log } from '@kith/domain';
import type { Redis } from 'ioredis';
import { isCluster, type RedisClient } from './clients.ts';

/** How long queueing waits for a replica, in milliseconds; it normally takes one. Nothing else is queued meanwhile. */
const patience = 150;

/** How long nobody waits after a wait in vain, in milliseconds, so that a cluster without replicas is not slow. */
const rest = 5_000;

const warnEvery = 60_000;

/**
 * A wait until what `client` wrote is known to a replica. Redis answers before that, so a job which it took in the moment
 * of a failover would be lost, and a pending job is forgotten once the queue has taken it.
 */
export function createReplicaWait(client: RedisClient, prefix: string, log: Log): () => Promise<void> {
  let restUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function ask(): Promise<void> {
    if (performance.now() < restUntil) return;
    // On the connection that wrote, as WAIT asks for.
    const written = isCluster(client) ? await nodeOf(client, prefix) : client;
    if (!written || (await written.wait(1, patience)) > 0) return;
    restUntil = performance.now() + rest;
    if (performance.now() - warnedAt < warnEvery) return;
    warnedAt = performance.now();
    log.warn({}, 'no replica of Redis keeps up: jobs that it takes now would be lost with it');
  }

  function begin(): Promise<void> {
    const begun = ask().finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  }

  // One wait is for all who wrote before it: whoever comes while one is under way shares the next.
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

/** The master that keeps the keys which begin so. */
async function nodeOf(cluster: Exclude<RedisClient, Redis>, prefix: string): Promise<Redis | undefined> {
  const slot = await cluster.cluster('KEYSLOT', prefix);
  const owner = cluster.slots[slot]?.[0];
  return cluster.nodes('master').find(({ options }) => `${options.host}:${options.port}` === owner);
}
