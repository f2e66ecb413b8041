import { openDatabase, watchDatabase } from '@kith/db';
import type { Context } from '@kith/domain';
import { createLog, createPlatform, refusePooler, type Settings, shareConnections, startWorkers } from '@kith/platform';
import { createImager } from './imaging/imager.ts';
import { createRegistry } from './registry.ts';
import { keepSchedule } from './schedule.ts';

/** The longest job's statement goes over one batch of members or posts; minutes mean that it is stuck. Milliseconds. */
const statementTimeout = 5 * 60_000;

/** Starts a worker process on a migrated database. `close` lets the jobs at work finish. */
export async function startWorker(settings: Settings & { databaseUrl: string }): Promise<{ close(): Promise<void> }> {
  const log = createLog(settings, 'worker');
  const url = settings.databaseUrl;
  const applicationName = 'kith-worker';
  await refusePooler(url);
  const share = shareConnections(settings.databasePool, 'worker', !!settings.redisUrl);
  const onChange = (away: boolean, err?: Error) =>
    away ? log.error({ err }, 'the database does not answer') : log.info({}, 'the database answers again');
  const reach = watchDatabase({ url, applicationName, onChange });
  const platform = await createPlatform(settings, { log, poolSize: share.queue, applicationName, reach });
  const db = await openDatabase({
    url,
    connections: share.statements,
    entityConnections: share.entities,
    statementTimeout,
    applicationName,
    reach,
    onError: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
  });
  const { queue, live, storage, mailer, limiter, stores } = platform;
  const ctx: Context = {
    db,
    queue,
    live,
    storage,
    mailer,
    limiter,
    log,
    clock: { now: () => new Date() },
    settings: { publicUrl: settings.publicUrl, mediaUrl: '/media', passwordSignIn: settings.passwordSignIn },
  };
  const imager = createImager();
  const workers = await startWorkers({
    stores,
    log,
    handlers: createRegistry(ctx, imager),
    imageConcurrency: settings.workerConcurrency,
  });
  const scheduled = await keepSchedule(queue, log);
  return {
    async close() {
      scheduled.stop();
      await workers.close();
      imager.close();
      await reach.close();
      await platform.close();
      await db.close();
    },
  };
}
