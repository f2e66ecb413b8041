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
  /** Rejects while the queue's store is out of reach. */
  checkReady(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds every port as the settings choose. `settings.databaseUrl` must be given, and its tables migrated.
 * `poolSize` counts the connections to PostgreSQL that queue, live events and limits share.
 */
export async function createPlatform(
  settings: Settings,
  { log, poolSize }: { log: Log; poolSize?: number },
): Promise<Platform> {
  const stores = await openStores(settings, log, poolSize);
  const live = createLiveBus(stores, log);
  const mailer = createMailer(settings);
  const queue = await createQueue(stores);
  return {
    queue,
    live,
    mailer,
    log,
    stores,
    storage: await createStorage(settings),
    limiter: settings.rateLimit ? createLimiter(stores, log) : noLimiter,
    async checkReady() {
      await (stores.redis ? stores.redis.client.ping() : stores.pool.query('select 1'));
    },
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
