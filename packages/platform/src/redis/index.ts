import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@kith/domain';
import { within } from '../observe/readiness.ts';
import { StartError } from '../startError.ts';
import { parseRedisUrl, redisForms } from './address.ts';
import { type ClientOptions, clientsOf, isCluster, oneMaster, probe, type RedisClient, renew } from './clients.ts';
import { createReplicaWait } from './replicas.ts';
import type { ResilientRedis } from './resilientClients.ts';
import { listenOn, type Subscriber, type Subscription } from './subscriber.ts';

/** The longest time that a request waits for Redis, in milliseconds. Redis normally answers in less than one. */
const commandTimeout = 200;

/** The interval of health checks, in milliseconds. */
const healthCheckIntervalMs = 500;

/** How long a start waits for Redis, in milliseconds. */
const startTimeoutMs = 10_000;

export interface RedisStore {
  /** True from a command's time-out until Redis answers again; callers then skip Redis. */
  readonly unavailable: boolean;
  /** To be called when a command timed out. */
  markUnavailable(error: unknown): void;
  /**
   * The client for single commands. A command fails within 200 ms if Redis does not answer, and immediately while disconnected.
   */
  client: RedisClient;
  /** For queueing: like `client`, but with a time-out of 2 s, for batches. */
  forQueueing: RedisClient;
  /** The prefix of BullMQ's keys. Its hash tag keeps all keys on one node of a cluster, as BullMQ's scripts require. */
  prefix: string;
  /**
   * Waits until a replica has the queued jobs, but no longer than a time-out. Resolves at once for a single Redis, and for a few
   * seconds after a time-out.
   */
  replicated(): Promise<void>;
  /** For BullMQ's workers, which use blocking commands. `close` also ends the copies that they made. */
  forJobs(): { client: RedisClient; close(): void };
  /** Subscribes on a separate connection, until the store is closed. */
  subscribe(subscription: Subscription): void;
  close(): void;
}

/**
 * Connects to Redis, and from then on reconnects whenever the connection is lost.
 * @throws StartError when Redis is unavailable at the start
 */
export async function openRedis(url: string, log: Log): Promise<RedisStore> {
  const address = parseRedisUrl(url);
  if (!address) throw new TypeError(`REDIS_URL should be ${redisForms}.`);
  const opened: RedisClient[] = [];
  const subscribers: Subscriber[] = [];
  let unavailable = false;

  const make = await clientsOf(url, address);
  const open = (options: ClientOptions): RedisClient => {
    const client = make(options);
    // ioredis emits an error for every reconnection attempt; the outage is logged once, below.
    client.on('error', () => {});
    opened.push(client);
    return client;
  };
  const client = open({ failFast: true, commandTimeout });
  // A batch of a hundred jobs is a hundred commands at once, so this client has a longer time-out. Requests do not wait that
  // long: the time that a request waits for queueing has a limit of its own.
  const forQueueing = open({ failFast: true, commandTimeout: 2_000 });

  const change = (next: boolean, error?: unknown) => {
    if (next === unavailable) return;
    unavailable = next;
    if (unavailable) {
      log.warn(
        { error: String(error) },
        'Redis is unavailable: live events are late, jobs wait, limits are counted per process',
      );
      // Commands on the old connections would be answered late or never.
      for (const each of [client, forQueueing]) renew(each);
    } else {
      log.info({}, 'Redis is back');
      // A network that dropped packets may have lost subscriptions without an error.
      for (const each of subscribers) each.renew();
    }
  };

  const checkHealth = async () => {
    try {
      // The check is done twice: in a busy process the timer may fire before an answer that has already arrived is read.
      await probe(client).catch(() => probe(client));
      if (forQueueing.status === 'ready') change(false);
    } catch (error) {
      change(true, error);
    }
  };

  await connect([client, forQueueing]).catch((error) => {
    for (const each of opened) each.disconnect();
    throw error;
  });
  const timer = setInterval(checkHealth, healthCheckIntervalMs).unref();
  return {
    get unavailable() {
      return unavailable;
    },
    markUnavailable: (error) => change(true, error),
    client,
    forQueueing,
    prefix: address.kind === 'cluster' ? '{kith}' : 'bull',
    replicated: address.kind === 'single' ? async () => {} : createReplicaWait(forQueueing, '{kith}', log),
    // BullMQ's blocking command returns within ten seconds; a longer silence means a dead connection.
    forJobs() {
      const workerClient = open({ socketTimeout: 20_000 });
      return {
        client: workerClient,
        // BullMQ duplicates the client for each worker without exposing the copies.
        close() {
          for (const each of [workerClient, ...workerClient.copies]) each.disconnect();
        },
      };
    },
    subscribe(subscription) {
      const connect = () => (isCluster(client) ? oneMaster(client) : (make({}) as ResilientRedis));
      subscribers.push(listenOn(connect, subscription));
    },
    close() {
      clearInterval(timer);
      for (const each of subscribers) each.close();
      for (const each of opened) each.disconnect();
    },
  };
}

async function connect(clients: RedisClient[]): Promise<void> {
  const failures: Error[] = [];
  let settled = false;
  // Errors are collected, so that the first can be reported: `connect` itself reports nothing while ioredis keeps retrying.
  const connectOne = async (client: RedisClient) => {
    await Promise.race([client.connect(), once(client, 'ready')]);
    while (!settled) {
      const answered = await probe(client).then(
        () => true,
        (error) => void failures.push(error),
      );
      if (answered) return;
      await wait(50);
    }
  };
  for (const client of clients) client.on('error', (error) => failures.push(error));
  try {
    await within(startTimeoutMs, Promise.all(clients.map(connectOne)));
  } catch (error) {
    const first = (failures[0] ?? error) as NodeJS.ErrnoException & { lastNodeError?: NodeJS.ErrnoException };
    const reason = first.lastNodeError ?? first;
    throw new StartError(`Redis cannot be used (${reason.code ?? reason.message}): check REDIS_URL.`);
  } finally {
    settled = true;
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
  }
  const [client] = clients as [RedisClient];
  // Some providers do not permit INFO; the check is skipped there.
  const info = isCluster(client) ? '' : await client.info('cluster').catch(() => '');
  if (/cluster_enabled:1/.test(info))
    throw new StartError('Setting REDIS_URL names a node of a Redis cluster: it should end in ?cluster=on.');
}
