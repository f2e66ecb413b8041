import { type DatabaseMonitor, openPool } from '@kith/db';
import type { Log } from '@kith/domain';
import type pg from 'pg';
import { openRedis, type RedisStore } from './redis/index.ts';
import type { Settings } from './settings.ts';

/** The connections that queue, live events and limits share within one process. */
export interface Stores {
  /** The connection pool for BullMQ's tables and Kith's own in the schema `bullmq`. */
  pool: pg.Pool;
  databaseUrl: string;
  applicationName: string | undefined;
  /** Watches whether the database answers, and whether this machine's clock is right. Optional in tests. */
  databaseMonitor: DatabaseMonitor | undefined;
  redisUrl: string | null;
  /** The Redis store; null without REDIS_URL. */
  redis: RedisStore | null;
  close(): Promise<void>;
}

export interface StoresOptions {
  log: Log;
  /** The number of connections to PostgreSQL, 8 by default. A worker reserves one of them for listening. */
  poolSize?: number | undefined;
  applicationName?: string | undefined;
  databaseMonitor?: DatabaseMonitor | undefined;
  /** The longest time that a request waits for Redis, in milliseconds: 200 by default. */
  redisTimeoutMs?: number | undefined;
}

/**
 * Statement time-out of the queue's connections in milliseconds. The queue's statements are short, and requests do not depend
 * on them.
 */
const statementTimeout = 30_000;

/**
 * Opens the stores. PostgreSQL is connected to at first use.
 * @throws StartError when REDIS_URL is set and Redis is unavailable
 */
export async function openStores(settings: Settings, options: StoresOptions): Promise<Stores> {
  if (!settings.databaseUrl) throw new TypeError('The stores need a databaseUrl; the start gives the embedded one.');
  const { log, poolSize = 8, applicationName, databaseMonitor, redisTimeoutMs } = options;
  const config = {
    connectionString: settings.databaseUrl,
    max: poolSize,
    options: '-c search_path=bullmq,public',
    application_name: applicationName,
  };
  const pool = openPool(config, { databaseMonitor, answerTimeoutMs: statementTimeout });
  pool.on('error', (error) => log.warn({ error: error.message }, 'a database connection of the queue was lost'));
  const redis = settings.redisUrl ? await openRedis(settings.redisUrl, log, redisTimeoutMs) : null;
  return {
    pool,
    databaseUrl: settings.databaseUrl,
    applicationName,
    databaseMonitor,
    redisUrl: settings.redisUrl,
    redis,
    async close() {
      redis?.close();
      await pool.end();
    },
  };
}
