import { openDatabase } from '@kith/db';
import type { Context } from '@kith/domain';
import { createLog, createPlatform, type Settings, startWorkers } from '@kith/platform';
import { makeRegularBackup } from '@kith/platform/backup';
import { createImager } from './imaging/imager.ts';
import { createRegistry } from './registry.ts';
import { registerSchedule } from './schedule.ts';

/** One listens in each queue, and the jobs at work share the rest. */
const queueConnections = 8;
const databaseConnections = 4;

/** The longest job's statement goes over one batch of members or posts; minutes mean that it is stuck. Milliseconds. */
const statementTimeout = 5 * 60_000;

/** Starts a worker process on a migrated database. `close` lets the jobs at work finish. */
export async function startWorker(settings: Settings & { databaseUrl: string }): Promise<{ close(): Promise<void> }> {
  const log = createLog(settings, 'worker');
  const platform = await createPlatform(settings, { log, poolSize: queueConnections });
  const db = await openDatabase({
    url: settings.databaseUrl,
    connections: databaseConnections,
    statementTimeout,
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
    handlers: createRegistry(ctx, imager, () => makeRegularBackup(settings, storage, log)),
    imageConcurrency: settings.workerConcurrency,
  });
  await registerSchedule(queue, settings);
  return {
    async close() {
      await workers.close();
      imager.close();
      await platform.close();
      await db.close();
    },
  };
}
