import { type Database, type Handle, now, PendingJob, pendingJobQueries } from '@kith/db';
import type { Context } from './context.ts';
import { Refusal } from './errors.ts';
import { idOfJob, type Job, type JobName, type JobPayloads, jobNames } from './jobs.ts';
import { traceContextForJob } from './traceContext.ts';

/**
 * Records a job in the table of pending jobs, in the transaction of `db` if it is one, otherwise in a transaction of its own.
 * After the commit, the caller adds the job to the queue by `queueRecordedJobs`; the scheduled relay adds jobs that were not
 * added then, or that are due later.
 */
export async function recordJob(db: Handle, { name, payload }: Job, dueAt: Date | null = null): Promise<void> {
  await db.run(pendingJobQueries.record, [name, [payload], traceContextForJob(), dueAt]);
}

/** Like `recordJob`, for several jobs of one name, by one statement. */
export async function recordJobs<N extends JobName>(db: Handle, name: N, payloads: JobPayloads[N][]): Promise<void> {
  if (payloads.length > 0) await db.run(pendingJobQueries.record, [name, payloads, traceContextForJob(), null]);
}

/** Records a job that becomes due after this many seconds. */
export async function recordJobIn(ctx: Context, job: Job, seconds: number): Promise<void> {
  await recordJob(ctx.db, job, new Date(ctx.clock.now().getTime() + seconds * 1_000));
}

/**
 * Records the job again, due later, if `error` is the `rate-limited` refusal of a member whose concurrency slots are in use.
 * Rethrows any other error.
 */
export async function postponeJob(ctx: Context, job: Job, error: unknown): Promise<void> {
  const seconds = error instanceof Refusal && error.code === 'rate-limited' ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) throw error;
  await recordJobIn(ctx, job, seconds);
}

const batch = 100;

/** The maximum number of batches of one relay run; the scheduler starts a run every 5 s. */
const maxBatches = 100;

/** How long a process leases the jobs that it adds to the queue, in seconds; after that another process may lease them. */
const leaseSeconds = 15;

/**
 * How long a request waits for the queue to accept its jobs, in milliseconds; after that the request continues, and the
 * scheduled relay retries what failed.
 */
const queueTimeoutMs = 250;

/**
 * Adds the oldest due pending jobs to the queue, at most 100, and returns how many. Skips jobs with a name that this version
 * does not know. The jobs are leased, so that no row is locked while the queue is called. After a crash they are added a second
 * time, and the queue deduplicates them by their ids. A queue that may lose jobs gets each of them once a minute until it is done.
 */
async function relayBatch(ctx: Context): Promise<number> {
  const rows = await ctx.db.run(pendingJobQueries.lease, [batch, leaseSeconds, jobNames]);
  if (rows.length === 0) return 0;
  const jobs = rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, payload }) => {
      const job = { name, payload } as Job;
      return { ...job, id: idOfJob(job, id), record: id };
    });
  const ids = rows.map(({ id }) => id);
  const postpone = (seconds: number) =>
    ctx.db.em().nativeUpdate(PendingJob, { id: { $in: ids } }, { dueAt: now(seconds) });
  try {
    await ctx.queue.add(jobs);
  } catch (error) {
    await postpone(0);
    throw error;
  }
  if (ctx.queue.durable) await ctx.db.run(pendingJobQueries.done, [ids]);
  // The queue has accepted the jobs, but it may lose them.
  else await postpone(60);
  return rows.length;
}

/** Deletes the record of a job that is done, or has failed for good. */
export async function deleteJobRecord({ db }: Pick<Context, 'db'>, record: number): Promise<void> {
  await db.run(pendingJobQueries.done, [[record]]);
}

/** Counts, by name, the pending jobs whose names this version does not know: they belong to another version. */
export const countUnknownJobs = (db: Database): Promise<Record<string, number>> =>
  db.em().countBy(PendingJob, 'name', { where: { name: { $nin: [...jobNames] } } });

/** The unknown job names that this process has already logged, for each database. */
const loggedNames = new WeakMap<Database, Set<string>>();

/** Logs each name of pending jobs that this version does not know, once per process. */
async function logUnknownJobs({ db, log }: Context): Promise<void> {
  const logged = loggedNames.get(db) ?? new Set();
  loggedNames.set(db, logged);
  for (const [name, jobs] of Object.entries(await countUnknownJobs(db))) {
    if (!logged.has(name)) log.warn({ job: name, jobs }, 'pending jobs have a name that this version does not know');
    logged.add(name);
  }
}

/**
 * Adds due pending jobs to the queue, at most 10,000 in one call, including those that the recording process did not add.
 * Returns how many.
 */
export async function relayPendingJobs(ctx: Context): Promise<number> {
  let relayed = 0;
  for (let i = 0; i < maxBatches; i += 1) {
    const rows = await relayBatch(ctx);
    relayed += rows;
    if (rows < batch) break;
  }
  await logUnknownJobs(ctx);
  return relayed;
}

/**
 * Adds due pending jobs to the queue after a commit, at most 100. Waits for at most a quarter of a second and never throws: the
 * scheduled relay retries.
 */
export async function queueRecordedJobs(ctx: Context): Promise<void> {
  const relayed = relayBatch(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'recorded jobs are left for the scheduled relay'),
  );
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, queueTimeoutMs);
  await Promise.race([relayed, late]);
  clearTimeout(timer);
}
