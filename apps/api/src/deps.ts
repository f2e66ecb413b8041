import { isMigrated, monitorDatabase, openDatabase, openReplica } from '@kith/db';
import { type Context, forgetServerSettings, keepFilesOfCopy, Refusal, recordMails } from '@kith/domain';
import {
  createLog,
  createMaintenance,
  createPlatform,
  divideConnections,
  domainSettings,
  errorLine,
  logClock,
  logWithTraceContext,
  openTracer,
  type Platform,
  refusePooler,
  requireClock,
  type Settings,
  Slots,
  type Tracer,
  traceDatabase,
  watchDisk,
  watchStorage,
} from '@kith/platform';
import { GracefulShutdown } from './gracefulShutdown.ts';
import type { MinimumSpeed } from './images/receive.ts';
import { Streams } from './live/streams.ts';
import { SessionCache } from './sessionCache.ts';

/** The dependencies of the app, passed in so that tests can replace single ones. */
export interface Deps {
  domain: Context;
  /**
   * The context for reading lists from a replica, and the number of lists that the replica has served; null without a replica.
   */
  replica: { domain: Context; listsServed: () => number } | null;
  settings: Settings;
  sessions: SessionCache;
  streams: Streams;
  /** Slots for concurrent uploads, two per member, so that one stalled connection does not block the next picture. */
  uploads: Slots;
  /** The connections that metrics and the queue dashboard read from. */
  stores: Platform['stores'];
  /** Null unless the settings name a trace collector. */
  tracer: Tracer | null;
  /** Validates every response against its contract; for tests only, because it adds a fifth to the time of a request. */
  checkAnswers?: boolean;
  /** Time-out and minimum speed of request bodies; shorter in tests. */
  bodyLimits?: { bodyMs: number; upload: MinimumSpeed };
  /** Graceful shutdown of this process. */
  shutdown: GracefulShutdown;
  /**
   * Rejects while the database is unreachable or this machine's clock is wrong. An unavailable Redis or store in S3, or a full disk, is only
   * reported, because calls still work.
   */
  checkReady(): Promise<{ redis?: 'away'; storage?: 'away'; writes?: 'refused' }>;
  /**
   * Throws `disk-full` while the disk of DATA_DIR is full, so that what is left serves PostgreSQL for reading. What writes little may use
   * the released reserve.
   */
  requireSpace(writesLittle?: boolean): void;
  close(): Promise<void>;
}

/**
 * Statement time-out in milliseconds. Queries normally take less than 100 ms. One that takes 10 s hangs, and occupies one of the
 * few connections.
 */
const statementTimeout = 10_000;

/** Opens everything that an api process needs; the settings must name the database. */
export async function openDeps(settings: Settings & { databaseUrl: string }): Promise<Deps> {
  const log = createLog(settings, 'api');
  const url = settings.databaseUrl;
  const applicationName = 'kith-api';
  await refusePooler(url);
  const { database: connections, queue: poolSize } = divideConnections(
    settings.databasePool,
    'api',
    !!settings.redisUrl,
  );
  const onChange = (unavailable: boolean, err?: Error) =>
    unavailable ? log.error({ err }, 'the database does not answer') : log.info({}, 'the database answers again');
  const databaseMonitor = monitorDatabase({ url, applicationName, onChange, onClock: logClock(log) });
  const platform = await createPlatform(settings, {
    log,
    poolSize,
    connections,
    applicationName,
    databaseMonitor,
  }).catch(async (error) => {
    await databaseMonitor.close();
    throw error;
  });
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const tracer = await openTracer(settings, 'api');
  const opened = await openDatabase({
    url,
    connections,
    statementTimeout,
    applicationName,
    databaseMonitor,
    onError,
  });
  const db = traceDatabase(opened, tracer);
  const { queue, live, mailer, limiter, stores } = platform;
  const storage = keepFilesOfCopy(platform.storage, { db });
  const maintenance = createMaintenance({ settings, stores, storage, db });
  const domain: Context = {
    db,
    queue,
    live,
    storage,
    mailer: recordMails(mailer, { db }, errorLine),
    limiter,
    maintenance,
    log: logWithTraceContext(log),
    clock: databaseMonitor,
    settings: domainSettings(settings),
  };
  // Deletes unfinished uploads that a crashed process left.
  await storage.removeTemporaryFiles(new Date(Date.now() - 3_600_000));
  const replica =
    settings.databaseReplicaUrl === null
      ? null
      : openReplica(db, {
          url: settings.databaseReplicaUrl,
          connections,
          applicationName,
          onChange: (behind, err) =>
            behind
              ? log.warn({ err }, 'the replica lags or is unavailable: lists are read from the primary')
              : log.info({}, 'the replica is up to date: lists are read from it'),
        });
  const disk = watchDisk(settings.dataDir, (full) =>
    full
      ? log.error({ folder: settings.dataDir }, 'the disk is full: writes are refused until some space is made')
      : log.info({ folder: settings.dataDir }, 'the disk has space again: writes are accepted'),
  );
  const store = watchStorage({ settings, stores: platform.stores, storage }, (unavailable) =>
    unavailable
      ? log.error({}, 'the store of the pictures does not answer: none can be added')
      : log.info({}, 'the store of the pictures answers again'),
  );
  await databaseMonitor.firstPoll;
  const sessions = new SessionCache(domain);
  const streams = new Streams(domain);
  const stopListening = live.subscribe(({ name }) => {
    if (name === 'server.changed' || name === 'events.lost') forgetServerSettings(domain);
  });
  return {
    domain,
    replica: replica && { domain: { ...domain, db: replica.database }, listsServed: replica.listsServed },
    settings,
    sessions,
    streams,
    uploads: new Slots(2),
    stores,
    tracer,
    shutdown: new GracefulShutdown(),
    checkReady: async () => {
      requireClock(databaseMonitor);
      if (!(await isMigrated(db.pool))) throw new Error('the database is not migrated to this version yet');
      const full = databaseMonitor.diskFull || disk.full;
      return {
        ...(platform.redisUnavailable() && { redis: 'away' }),
        ...(store.unavailable && { storage: 'away' }),
        ...(full && { writes: 'refused' }),
      };
    },
    requireSpace(writesLittle = false) {
      if (writesLittle ? disk.usedUp : disk.full) throw new Refusal('disk-full', { retryAfterSeconds: 10 });
    },
    close: async () => {
      disk.close();
      store.close();
      await databaseMonitor.close();
      stopListening();
      sessions.close();
      streams.close();
      await replica?.close();
      await maintenance.close();
      await db.close();
      await platform.close();
      await tracer?.close();
    },
  };
}
