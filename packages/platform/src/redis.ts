import type { Log } from '@kith/domain';
import type { Redis } from 'ioredis';
import { StartError } from './startError.ts';

/** Longest wait of a request for Redis, in milliseconds. Redis normally answers in less than one. */
const commandTimeout = 200;

/** How often Redis is asked whether it is there, in milliseconds. */
const askEvery = 500;

/** How long a start waits for it. */
const startPatience = 5_000;

export interface RedisStore {
  /** True after a command timed out, until Redis answers again: callers then do not wait for it. */
  readonly away: boolean;
  /** Reports that a command timed out. */
  markAway(error: unknown): void;
  /** For single commands. Fails within 200 ms when Redis does not answer, and at once while there is no connection. */
  client: Redis;
  /** For queueing: as `client`, but for more at once. */
  forQueueing: Redis;
  /** For BullMQ's workers, which do their own waiting. */
  forJobs(): Redis;
  /** A connection of its own, for subscriptions. */
  another(): Redis;
  close(): void;
}

/**
 * Connects to Redis, which may go and come back from then on.
 * @throws StartError when it is not there now
 */
export async function openRedis(url: string, log: Log): Promise<RedisStore> {
  const { Redis } = await import('ioredis');
  const opened: Redis[] = [];
  const subscribers: Redis[] = [];
  let away = false;

  const open = (options: object): Redis => {
    const client = new Redis(url, {
      lazyConnect: true,
      keepAlive: 10_000,
      connectTimeout: 3_000,
      // How long to wait for the socket to close in order, which one to a Redis that hangs never does.
      disconnectTimeout: 100,
      retryStrategy: (times) => Math.min(times * 50, 1_000),
      ...options,
    });
    // ioredis emits an error for every attempt to reconnect; the outage is logged once, below.
    client.on('error', () => {});
    opened.push(client);
    return client;
  };
  const impatient = { enableOfflineQueue: false, maxRetriesPerRequest: null };
  const client = open({ ...impatient, commandTimeout });
  // A hundred jobs are a hundred commands in one go, so the time-out is longer; requests have a limit of their own for
  // waiting.
  const forQueueing = open({ ...impatient, commandTimeout: 2_000 });

  const change = (next: boolean, error?: unknown) => {
    if (next === away) return;
    away = next;
    if (away) {
      log.warn({ error: String(error) }, 'Redis is out of reach: news are late, jobs wait, limits are counted apart');
      // Commands on the old connections would be answered late or never.
      for (const each of [client, forQueueing]) each.disconnect(true);
    } else {
      log.info({}, 'Redis is back');
      // A network that dropped packets for a while may have lost subscriptions silently.
      for (const each of subscribers) each.disconnect(true);
    }
  };

  const ask = async () => {
    try {
      await client.ping();
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
    // BullMQ's blocking command returns within ten seconds; a longer silence means that the connection is dead.
    forJobs: () => open({ maxRetriesPerRequest: null, socketTimeout: 20_000 }),
    another() {
      const subscriber = open({ maxRetriesPerRequest: null });
      subscribers.push(subscriber);
      return subscriber;
    },
    close() {
      clearInterval(timer);
      for (const each of opened) each.disconnect();
    },
  };
}

async function connect(clients: Redis[]): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${startPatience / 1000} s`)), startPatience);
  const failures: Error[] = [];
  for (const client of clients) client.on('error', (error) => failures.push(error));
  try {
    await Promise.race([Promise.all(clients.map((client) => client.connect())), late]);
  } catch (error) {
    const reason = (failures[0] ?? error) as NodeJS.ErrnoException;
    throw new StartError(`Redis cannot be used (${reason.code ?? reason.message}): check REDIS_URL.`);
  } finally {
    clearTimeout(timer);
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
  }
}
