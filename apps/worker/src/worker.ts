import { isMigrated, monitorDatabase, openDatabase } from '@kith/db';
import { type Context, deleteJobRecord, keepFilesOfCopy, pushKeys, recordMails, serverState } from '@kith/domain';
import {
  createLog,
  createMaintenance,
  createOutboundClient,
  createPlatform,
  createPusher,
  divideConnections,
  domainSettings,
  errorLine,
  kithVersion,
  logClock,
  logWithTraceContext,
  openTracer,
  refusePooler,
  requireClock,
  type Settings,
  StartError,
  startWorkers,
  traceDatabase,
  type Workers,
  watchDisk,
} from '@kith/platform';
import { makeBackupInFolder, makeRegularBackup, requireBackupFolder } from '@kith/platform/backup';
import { createFfmpeg } from './images/ffmpeg.ts';
import { createImager } from './images/imager.ts';
import { serveStatus, watchImager, watchJobs, watchMailer, workerMetrics } from './observe.ts';
import { createRegistry } from './registry.ts';
import { maintainSchedule } from './schedule.ts';

/** Statement time-out in milliseconds. Jobs work in batches, so a statement that takes minutes hangs. */
const statementTimeout = 5 * 60_000;

/** How often a restored copy checks whether it was confirmed, in milliseconds. */
const confirmationIntervalMs = 5_000;

const copyLine =
  'this is a restored copy: backups, removing files, mails, pushes and webhooks are off until `npm run kith -- confirm-restore`, or a host confirms it';

/**
 * Starts a worker on a migrated database. `close` lets active jobs finish. A test may pass an `outbound` that redirects
 * outgoing requests.
 */
export async function startWorker(
  settings: Settings & { databaseUrl: string },
  outbound = createOutboundClient(),
): Promise<{ close(): Promise<void> }> {
  const log = createLog(settings, 'worker');
  const url = settings.databaseUrl;
  const applicationName = 'kith-worker';
  await requireBackupFolder(settings);
  await refusePooler(url);
  const share = divideConnections(settings.databasePool, 'worker', !!settings.redisUrl);
  const onChange = (unavailable: boolean, err?: Error) =>
    unavailable ? log.error({ err }, 'the database does not answer') : log.info({}, 'the database answers again');
  let workers: Workers | undefined;
  const pausedBy = { clock: false, disk: false };
  const pauseFor = (reason: keyof typeof pausedBy, paused: boolean) => {
    pausedBy[reason] = paused;
    workers?.pause(pausedBy.clock || pausedBy.disk);
  };
  const onClock = (seconds: number) => {
    logClock(log)(seconds);
    pauseFor('clock', seconds !== 0);
  };
  const disk = watchDisk(settings.dataDir, (full) => {
    log.warn({}, full ? 'the disk is full: no jobs are begun' : 'the disk has space again: jobs are begun');
    pauseFor('disk', full);
  });
  const databaseMonitor = monitorDatabase({ url, applicationName, onChange, onClock });
  const platform = await createPlatform(settings, { log, poolSize: share.queue, applicationName, databaseMonitor });
  const tracer = await openTracer(settings, 'worker');
  const opened = await openDatabase({
    url,
    connections: share.database,
    statementTimeout,
    applicationName,
    databaseMonitor,
    onError: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
  });
  const db = traceDatabase(opened, tracer);
  const { queue, live, limiter, stores } = platform;
  const storage = keepFilesOfCopy(platform.storage, { db });
  const maintenance = createMaintenance({ settings, stores, storage, db });
  const { metrics, workerMetrics } = await openWorkerMetrics({ settings, stores, storage, db, log });
  const mailer = recordMails(platform.mailer, { db }, errorLine);
  const ctx: Context = {
    db,
    queue,
    live,
    storage,
    mailer: workerMetrics ? watchMailer(mailer, workerMetrics) : mailer,
    limiter,
    maintenance,
    log: logWithTraceContext(log),
    clock: databaseMonitor,
    settings: domainSettings(settings),
  };
  const imager = createImager();
  const pusher = createPusher({ log, publicUrl: settings.publicUrl });
  await databaseMonitor.firstPoll;
  const copy = await isCopy(ctx);
  const heldBack = copy !== false;
  if (copy) log.warn({}, copyLine);
  workers = await startWorkers({
    stores,
    log,
    handlers: createRegistry(ctx, {
      imager: workerMetrics ? watchImager(imager, workerMetrics) : imager,
      ffmpeg: settings.ffmpegPath === null ? null : createFfmpeg(settings.ffmpegPath),
      pusher,
      outbound,
      makeBackup: (asked) => (asked ? makeBackupInFolder : makeRegularBackup)(settings, { db, storage, log }),
      removeOldJobs: () => queue.removeOld(),
    }),
    imageConcurrency: settings.workerConcurrency,
    heldBack,
    watch: watchJobs(workerMetrics, tracer),
    deleteJobRecord: (record) => deleteJobRecord(ctx, record),
  });
  const confirming = heldBack ? releaseWhenConfirmed(ctx, workers) : null;
  // The keys for push messages are created at the first start, so that no device waits for them. If that fails, they are created
  // at first use.
  await pushKeys(ctx).catch((err: unknown) => log.warn({ err }, 'the push keys could not be created yet'));
  // Either may have been found before there were workers to pause.
  pausedBy.clock = databaseMonitor.clockOffset !== 0;
  if (pausedBy.clock || pausedBy.disk) workers.pause(true);
  const scheduled = await maintainSchedule(queue, log, settings, () => databaseMonitor.clockOffset === 0);
  const server = await serveStatus({
    settings,
    metrics,
    log,
    async checkReady() {
      requireClock(databaseMonitor);
      if (!(await isMigrated(db.pool))) throw new Error('the database is not migrated to this version yet');
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    // A copy in a drill may have the settings of the server that runs beside it.
    if (heldBack) return null;
    throw new StartError(`Setting WORKER_PORT should be a free port; ${settings.workerPort} is taken.`);
  });
  log.info({ version: kithVersion }, 'started');
  return {
    async close() {
      log.info({ version: kithVersion }, 'stopping');
      disk.close();
      scheduled.stop();
      confirming?.stop();
      await workers?.close();
      imager.close();
      pusher.close();
      outbound.close();
      server?.close();
      server?.closeAllConnections();
      await metrics?.close();
      await databaseMonitor.close();
      await maintenance.close();
      await platform.close();
      await db.close();
      await tracer?.close();
      log.info({}, 'stopped');
    },
  };
}

/** Whether this is a restored copy that nobody has confirmed; null if that cannot be read now. */
const isCopy = (ctx: Context): Promise<boolean | null> =>
  serverState(ctx).then(
    ({ restoredAt }) => restoredAt !== null,
    () => null,
  );

/** Begins with mails, pushes and webhooks once somebody has confirmed that this restored copy is the real server. */
function releaseWhenConfirmed(ctx: Context, workers: Workers): { stop(): void } {
  const timer = setInterval(async () => {
    if ((await isCopy(ctx)) !== false) return;
    clearInterval(timer);
    ctx.log.info({}, 'this is the real server: backups, mails, pushes and webhooks are on');
    workers.release();
  }, confirmationIntervalMs);
  return { stop: () => clearInterval(timer) };
}

/** Metrics are collected only if both WORKER_PORT and METRICS_TOKEN are set, because nobody could read them otherwise. */
async function openWorkerMetrics(
  parts: Omit<Parameters<typeof import('@kith/platform/metrics').openMetrics>[0], 'name'>,
) {
  const { metricsToken, workerPort } = parts.settings;
  if (metricsToken === null || workerPort === null) return { metrics: null, workerMetrics: null };
  const { openMetrics } = await import('@kith/platform/metrics');
  const metrics = await openMetrics({ ...parts, name: 'worker' });
  return { metrics, workerMetrics: workerMetrics(metrics) };
}
