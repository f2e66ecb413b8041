import type { DatabaseMonitor } from '@kith/db';
import type { DomainSettings, FileStorage, LiveBus, Log, Mailer, RateLimiter } from '@kith/domain';
import { createLimiter, productLimiter } from './limits.ts';
import { createPostgresBus } from './live/postgres.ts';
import { createRedisBus } from './live/redis.ts';
import { createMailer } from './mail/index.ts';
import type { Tracer } from './observe/tracing.ts';
import { createQueue, type PlatformQueue } from './queue/queue.ts';
import type { Settings } from './settings.ts';
import { createStorage } from './storage/index.ts';
import { openStores, type Stores } from './stores.ts';

/** The adapters to the outside world, behind the domain's ports. */
export interface Platform {
  queue: PlatformQueue;
  live: LiveBus;
  storage: FileStorage;
  mailer: Mailer;
  limiter: RateLimiter;
  log: Log;
  /** The connections that `startWorkers` and the metrics need. */
  stores: Stores;
  /** Whether Redis is in use and does not answer. */
  redisUnavailable(): boolean;
  close(): Promise<void>;
}

export interface PlatformOptions {
  log: Log;
  /** The number of connections to PostgreSQL that queue, live events and rate limits share. */
  poolSize?: number;
  /** The number of connections to the tables. One member can occupy only a share of them. */
  connections?: number;
  /** The application_name of the connections to PostgreSQL. */
  applicationName?: string;
  /** Watches whether the database answers, and whether this machine's clock is right. */
  databaseMonitor?: DatabaseMonitor;
}

/** Live events over Redis if the settings name one, otherwise over PostgreSQL. */
export const createLiveBus = (stores: Stores, log: Log): LiveBus & { close(): Promise<void> } =>
  stores.redis ? createRedisBus(stores.redis, log) : createPostgresBus(stores, log);

/**
 * Creates the adapter for every port according to the settings. `settings.databaseUrl` must be set, and its tables migrated.
 * @throws StartError when REDIS_URL is set and Redis is unavailable
 */
export async function createPlatform(settings: Settings, options: PlatformOptions): Promise<Platform> {
  const { log } = options;
  const stores = await openStores(settings, options);
  const limiter = createLimiter(stores, log, options.connections);
  const live = createLiveBus(stores, log);
  const mailer = createMailer(settings, log);
  const queue = await createQueue(stores);
  return {
    queue,
    live,
    mailer,
    log,
    stores,
    storage: await createStorage(settings, log),
    limiter: settings.rateLimit ? limiter : productLimiter(limiter),
    redisUnavailable: () => stores.redis?.unavailable ?? false,
    async close() {
      mailer.close();
      await Promise.allSettled([live.close(), queue.close()]);
      await stores.close();
    },
  };
}

/** The settings that operations need, the same in every process. */
export const domainSettings = (settings: Settings): DomainSettings => ({
  publicUrl: settings.publicUrl,
  mediaUrl: '/media',
  passwordSignIn: settings.passwordSignIn,
  confirmEmail: settings.confirmEmail,
  signUp: settings.signUp,
  publicPages: settings.publicPages,
  memberInvitations: settings.memberInvitations,
  announceJoins: settings.announceJoins,
  maxVideoSeconds: settings.maxVideoSeconds,
  maxVideoBytes: settings.maxVideoBytes,
  linkPreviews: settings.linkPreviews,
  moderatorsNeedSecondFactor: settings.moderatorsNeedSecondFactor,
  notifyAfter: 300,
  maxFanOut: settings.maxFanOut,
  memberStorage: settings.memberStorage,
  importStorage: settings.importStorage,
});

/**
 * Opens tracing to the collector named in the settings. Without a collector it returns null, and no module of OpenTelemetry is
 * loaded.
 */
export async function openTracer(settings: Settings, name: 'api' | 'worker'): Promise<Tracer | null> {
  if (!settings.traces) return null;
  return (await import('./observe/openTelemetry.ts')).startTracer(settings.traces, name);
}
