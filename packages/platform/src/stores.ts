import type { Log } from '@kith/domain';
import type { Redis } from 'ioredis';
import pg from 'pg';
import type { Settings } from './settings.ts';

/** The connections that queue, live events and limits share within one process. */
export interface Stores {
  /** Sees BullMQ's tables first, then ours. */
  pool: pg.Pool;
  databaseUrl: string;
  redisUrl: string | null;
  /** Null without REDIS_URL. */
  redis: RedisStore | null;
  close(): Promise<void>;
}

export interface RedisStore {
  /** For single commands: gives up soon instead of waiting for Redis to come back. */
  client: Redis;
  /** For BullMQ, which does its own waiting. */
  forJobs(): Promise<Redis>;
  /** A connection of its own, for subscriptions. */
  another(): Redis;
}

/**
 * Opens the stores. Nothing is connected before it is used.
 * `poolSize` counts connections to PostgreSQL; a worker keeps one per queue for listening.
 */
export async function openStores(settings: Settings, log: Log, poolSize = 8): Promise<Stores> {
  if (!settings.databaseUrl) throw new TypeError('The stores need a databaseUrl; the start gives the embedded one.');
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: poolSize,
    keepAlive: true,
    options: '-c search_path=bullmq,public',
  });
  pool.setMaxListeners(30);
  pool.on('error', (error) => log.warn({ error: error.message }, 'a database connection of the queue was lost'));
  const redis = settings.redisUrl ? await openRedis(settings.redisUrl, log) : null;
  return {
    pool,
    databaseUrl: settings.databaseUrl,
    redisUrl: settings.redisUrl,
    redis,
    async close() {
      redis?.close();
      await pool.end();
    },
  };
}

async function openRedis(url: string, log: Log): Promise<RedisStore & { close(): void }> {
  const { Redis } = await import('ioredis');
  const opened: Redis[] = [];
  const open = (options: object): Redis => {
    const client = new Redis(url, { lazyConnect: true, ...options });
    client.on('error', (error) => log.warn({ error: error.message }, 'Redis is out of reach'));
    opened.push(client);
    return client;
  };
  return {
    client: open({ maxRetriesPerRequest: 1, commandTimeout: 2000 }),
    forJobs: async () => open({ maxRetriesPerRequest: null }),
    another: () => open({ maxRetriesPerRequest: null }),
    close() {
      for (const client of opened) client.disconnect();
    },
  };
}
