import { type Database, pendingJobQueries, type Statement } from '@kith/db';
import type { Actor, Context } from './context.ts';
import { Refusal } from './errors.ts';
import { idOfJob, type Job, jobNames } from './jobs.ts';
import type { LiveEvent } from './live.ts';
import { traceContextForJob } from './traceContext.ts';

/**
 * Publishes live events about what was just committed. Only a command that then exits needs to await it. Never throws: a lost
 * event is no error, because readers fetch what they missed from the tables.
 */
export async function announce(ctx: Context, ...events: LiveEvent[]): Promise<void> {
  const publish = async (event: LiveEvent) =>
    ctx.live
      .publish(event)
      .catch((error: unknown) => ctx.log.warn({ err: error, event: event.name }, 'event not published'));
  await Promise.all(events.map(publish));
}

/** Notifies the open tabs of each member that they have a new notification. */
export const announceNotification = (ctx: Context, ...recipientIds: number[]): Promise<void> =>
  announce(
    ctx,
    ...recipientIds.map((recipientId) => ({
      name: 'notification.created' as const,
      to: [recipientId],
      payload: { recipientId },
    })),
  );

type EntityManager = ReturnType<Database['em']>;

/**
 * Returns the row that an earlier or concurrent call with the same client id inserted, after an insert that therefore did
 * nothing. This takes a separate statement, because the insert waited for the concurrent one but does not see its row.
 */
export async function byClientId<R>(
  { db }: Pick<Context, 'db'>,
  statement: Statement<[by: number, clientId: string], R>,
  { userId }: Actor,
  clientId: string | undefined,
  em?: EntityManager,
): Promise<R | undefined> {
  return clientId === undefined ? undefined : (await db.run(statement, [userId, clientId], em))[0];
}

/**
 * Records a job in the transaction of `em`, or with null in a transaction of its own. `queueRecordedJobs` queues it after the
 * commit; if that fails, the scheduled relay does so once the job is due.
 */
export async function recordJob(
  { db }: Pick<Context, 'db'>,
  em: EntityManager | null,
  { name, payload }: Job,
  dueAt: Date | null = null,
): Promise<void> {
  await db.run(pendingJobQueries.record, [name, payload, traceContextForJob(), dueAt], em ?? undefined);
}

/** Records a job that is due in this many seconds. */
export async function recordJobIn(ctx: Context, job: Job, seconds: number): Promise<void> {
  await recordJob(ctx, null, job, new Date(ctx.clock.now().getTime() + seconds * 1_000));
}

/**
 * Records a new job in place of one that was refused because its member's concurrency slots are in use. Rethrows other errors.
 */
export async function postponeJob(ctx: Context, job: Job, error: unknown): Promise<void> {
  const seconds = error instanceof Refusal && error.code === 'rate-limited' ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) throw error;
  await recordJobIn(ctx, job, seconds);
}

const batch = 100;

/** The maximum number of batches of one relay run; the next run starts 5 s later. */
const batches = 100;

/** How long a process leases the jobs that it adds to the queue; after that another process may lease them. */
const leaseSeconds = 15;

/**
 * How long a request waits for the queue to accept its jobs, in milliseconds; after that they are left to the scheduled relay.
 */
const queueTimeoutMs = 250;

/**
 * Adds the oldest due pending jobs to the queue, at most 100, and returns how many. Jobs with a name unknown to this version are
 * skipped. Jobs are leased and not locked while the queue is called. After a crash they are added again, and the queue
 * deduplicates them by their ids.
 */
async function relayBatch(ctx: Context): Promise<number> {
  const rows = await ctx.db.run(pendingJobQueries.lease, [batch, leaseSeconds, jobNames]);
  if (rows.length === 0) return 0;
  const jobs = rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, payload }) => {
      const job = { name, payload } as Job;
      return { ...job, id: idOfJob(job, id) };
    });
  const ids = rows.map(({ id }) => id);
  try {
    await ctx.queue.add(jobs);
  } catch (error) {
    await ctx.db.run(pendingJobQueries.release, [ids]);
    throw error;
  }
  await ctx.db.run(pendingJobQueries.done, [ids]);
  return rows.length;
}

/** Unknown names that were already logged, by database. */
const loggedNames = new WeakMap<Database, Set<string>>();

/** Logs each name of pending jobs that this version does not know, once per process. */
async function logUnknownJobs({ db, log }: Context): Promise<void> {
  const logged = loggedNames.get(db) ?? new Set();
  loggedNames.set(db, logged);
  for (const { name, jobs } of await db.run(pendingJobQueries.unknown, [jobNames])) {
    if (!logged.has(name)) log.warn({ job: name, jobs }, 'pending jobs have a name that this version does not know');
    logged.add(name);
  }
}

/** Adds all due pending jobs to the queue, such as those that the recording process did not add in time; returns how many. */
export async function relayPendingJobs(ctx: Context): Promise<number> {
  let relayed = 0;
  for (let i = 0; i < batches; i += 1) {
    const rows = await relayBatch(ctx);
    relayed += rows;
    if (rows < batch) break;
  }
  await logUnknownJobs(ctx);
  return relayed;
}

/**
 * Adds the jobs that were just committed to the queue. Waits for at most a quarter of a second and never throws: the scheduled
 * relay retries.
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

/**
 * Does the work of a pending job immediately. The caller's change is already committed, so a failure is only logged: the job's
 * row remains, and the relay adds it to the queue.
 */
export async function afterCommit(ctx: Context, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.warn({ err: error, what }, 'left for the scheduled relay'));
}
