import type { Reach } from '@kith/db';
import type { FileStorage, LiveBus, Log, Mailer, RateLimiter } from '@kith/domain';
import { createLimiter, noLimiter } from './limits/index.ts';
import { createLiveBus } from './live/index.ts';
import { createMailer } from './mail/index.ts';
import type { Tracer } from './observe/tracing.ts';
import { createQueue, type PlatformQueue } from './queue/queue.ts';
import type { Settings } from './settings.ts';
import { createStorage } from './storage/index.ts';
import { openStores, type Stores } from './stores.ts';

/** The outside, behind the domain's ports. */
export interface Platform {
  queue: PlatformQueue;
  live: LiveBus;
  storage: FileStorage;
  mailer: Mailer;
  limiter: RateLimiter;
  log: Log;
  /** What `startWorkers` needs of it. */
  stores: Stores;
  /** Whether a Redis is in use that does not answer. */
  redisAway(): boolean;
  close(): Promise<void>;
}

export interface PlatformOptions {
  log: Log;
  /** Connections to PostgreSQL that queue, live events and limits share. */
  poolSize?: number;
  /** Connections for statements, of which no member may use more than a share. */
  statements?: number;
  /** What PostgreSQL lists the connections as. */
  applicationName?: string;
  /** Tells when the database hangs. */
  reach?: Reach;
}

/**
 * Builds every port as the settings choose. `settings.databaseUrl` must be given, and its tables migrated.
 * @throws StartError when Redis is asked for and not there
 */
export async function createPlatform(settings: Settings, options: PlatformOptions): Promise<Platform> {
  const { log } = options;
  const stores = await openStores(settings, options);
  const live = createLiveBus(stores, log);
  const mailer = createMailer(settings);
  const queue = await createQueue(stores);
  return {
    queue,
    live,
    mailer,
    log,
    stores,
    storage: await createStorage(settings, log),
    limiter: settings.rateLimit ? createLimiter(stores, log, options.statements) : noLimiter,
    redisAway: () => stores.redis?.away ?? false,
    async close() {
      mailer.close();
      await Promise.allSettled([live.close(), queue.close()]);
      await stores.close();
    },
  };
}

/** Traces for the collector that the settings name; without one null, and nothing of OpenTelemetry is loaded. */
export async function openTracer(settings: Settings, name: 'api' | 'worker'): Promise<Tracer | null> {
  if (!settings.traces) return null;
  return (await import('./observe/openTelemetry.ts')).startTracer(settings.traces, name);
}
