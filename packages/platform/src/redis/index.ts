import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@kith/domain';
import { within } from '../observe/readiness.ts';
import { StartError } from '../startError.ts';
import { parseRedisUrl, redisForms } from './address.ts';
import { type ClientOptions, clientsOf, isCluster, oneMaster, probe, type RedisClient, renew } from './clients.ts';
import type { HealingRedis } from './healing.ts';
import { createReplicaWait } from './replicas.ts';
import { listenOn, type Subscriber, type Subscription } from './subscriber.ts';

/** Longest wait of a request for Redis, in milliseconds. Redis normally answers in less than one. */
const commandTimeout = 200;

/** How often Redis is asked whether it is there, in milliseconds. */
const askEvery = 500;

/** How long a start waits for it. */
const startPatience = 10_000;

export interface RedisStore {
  /** True after a command timed out, until Redis answers again: callers then do not wait for it. */
  readonly away: boolean;
  /** Reports that a command timed out. */
  markAway(error: unknown): void;
  /** For single commands. Fails within 200 ms when Redis does not answer, and at once while there is no connection. */
  client: RedisClient;
  /** For queueing: as `client`, but for more at once. */
  forQueueing: RedisClient;
  /** What the names of BullMQ's keys begin with. In a cluster all of them are kept by one node, as its scripts need. */
  prefix: string;
  /** Resolves when what was queued is known to a replica too, where there are any, or after half a second. */
  kept(): Promise<void>;
  /** For BullMQ's workers, which do their own waiting. `close` ends their copies of the client too. */
  forJobs(): { client: RedisClient; close(): void };
  /** Listens on a connection of its own until the store is closed. */
  subscribe(subscription: Subscription): void;
  close(): void;
}

/**
 * Connects to Redis, which may go and come back from then on.
 * @throws StartError when it is not there now
 */
export async function openRedis(url: string, log: Log): Promise<RedisStore> {
  const address = parseRedisUrl(url);
  if (!address) throw new TypeError(`REDIS_URL should be ${redisForms}.`);
  const opened: RedisClient[] = [];
  const subscribers: Subscriber[] = [];
  let away = false;

  const make = await clientsOf(url, address);
  const open = (options: ClientOptions): RedisClient => {
    const client = make(options);
    // ioredis emits an error for every attempt to reconnect; the outage is logged once, below.
    client.on('error', () => {});
    opened.push(client);
    return client;
  };
  const client = open({ impatient: true, commandTimeout });
  // A hundred jobs are a hundred commands in one go, so the time-out is longer; requests have a limit of their own for
  // waiting.
  const forQueueing = open({ impatient: true, commandTimeout: 2_000 });

  const change = (next: boolean, error?: unknown) => {
    if (next === away) return;
    away = next;
    if (away) {
      log.warn({ error: String(error) }, 'Redis is out of reach: news are late, jobs wait, limits are counted apart');
      // Commands on the old connections would be answered late or never.
      for (const each of [client, forQueueing]) renew(each);
    } else {
      log.info({}, 'Redis is back');
      // A network that dropped packets for a while may have lost subscriptions silently.
      for (const each of subscribers) each.renew();
    }
  };

  const ask = async () => {
    try {
      // Twice: a timer may fire before an answer is read that this busy process has had for a while.
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
  const timer = setInterval(ask, askEvery).unref();
  return {
    get away() {
      return away;
    },
    markAway: (error) => change(true, error),
    client,
    forQueueing,
    prefix: address.kind === 'cluster' ? '{kith}' : 'bull',
    kept: address.kind === 'single' ? async () => {} : createReplicaWait(forQueueing, '{kith}', log),
    // BullMQ's blocking command returns within ten seconds; a longer silence means that the connection is dead.
    forJobs() {
      const own = open({ socketTimeout: 20_000 });
      return {
        client: own,
        // BullMQ makes a copy for each worker, and keeps it to itself.
        close() {
          for (const each of [own, ...own.copies]) each.disconnect();
        },
      };
    },
    subscribe(subscription) {
      const connect = () => (isCluster(client) ? oneMaster(client) : (make({}) as HealingRedis));
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
  let over = false;
  // The first error ends it, of which `connect` says nothing where it goes on to try.
  const begin = async (client: RedisClient) => {
    await Promise.race([client.connect(), once(client, 'ready')]);
    while (!over) {
      const well = await probe(client).then(
        () => true,
        (error) => void failures.push(error),
      );
      if (well) return;
      await wait(50);
    }
  };
  for (const client of clients) client.on('error', (error) => failures.push(error));
  try {
    await within(startPatience, Promise.all(clients.map(begin)));
  } catch (error) {
    const first = (failures[0] ?? error) as NodeJS.ErrnoException & { lastNodeError?: NodeJS.ErrnoException };
    const reason = first.lastNodeError ?? first;
    throw new StartError(`Redis cannot be used (${reason.code ?? reason.message}): check REDIS_URL.`);
  } finally {
    over = true;
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
  }
  const [client] = clients as [RedisClient];
  // Some providers do not let INFO be asked, and then do without this check.
  const info = isCluster(client) ? '' : await client.info('cluster').catch(() => '');
  if (/cluster_enabled:1/.test(info))
    throw new StartError('Setting REDIS_URL names a node of a Redis cluster: it should end in ?cluster=on.');
}
