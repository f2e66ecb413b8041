import { type Database, pendingJobQueries } from '@kith/db';
import type { Context } from './context.ts';
import { idOfJob, type Job, jobNames } from './jobs.ts';
import type { LiveEvent } from './live.ts';
import { trailOfJob } from './trail.ts';

/**
 * Publishes what was just committed; nobody needs to wait for it but a command that ends. Never fails, as a lost event is no
 * error: readers fill gaps from the tables.
 */
export async function announce(ctx: Context, ...events: LiveEvent[]): Promise<void> {
  const publish = async (event: LiveEvent) =>
    ctx.live
      .publish(event)
      .catch((error: unknown) => ctx.log.warn({ err: error, event: event.name }, 'event not published'));
  await Promise.all(events.map(publish));
}

/** Publishes that each of the members has a notification more. */
export const announceNotification = (ctx: Context, ...recipientIds: number[]): Promise<void> =>
  announce(
    ctx,
    ...recipientIds.map((recipientId) => ({
      name: 'notification.created' as const,
      to: [recipientId],
      payload: { recipientId },
    })),
  );

/**
 * The row a write with a client id made or found. A retry that ran beside the first try waits for it but does not see it
 * in its own snapshot; a second look does.
 */
export async function firstRow<R>(run: () => Promise<R[]>, clientId: string | undefined): Promise<R | undefined> {
  const [row] = await run();
  if (row !== undefined || clientId === undefined) return row;
  return (await run())[0];
}

type EntityManager = ReturnType<Database['em']>;

/**
 * Records a job in the transaction of `em`, or, with null, where nothing else is written; `handOverJobs` hands it to the queue
 * after the commit. The scheduled relay does the same once the job is due.
 */
export async function recordJob(
  { db }: Pick<Context, 'db'>,
  em: EntityManager | null,
  { name, payload }: Job,
  dueAt: Date | null = null,
): Promise<void> {
  await db.run(pendingJobQueries.record, [name, payload, trailOfJob(), dueAt], em ?? undefined);
}

const batch = 100;

/** Batches of one scheduled relay, which comes again in 5 s. */
const batches = 100;

/** No other process hands over what one has leased; what a process left lying is handed over after that. */
const leaseSeconds = 15;

/** How long a request waits for the queue to take what it recorded, in milliseconds; the scheduled relay does the rest. */
const patience = 250;

/**
 * Hands the oldest pending jobs that are due to the queue, at most 100, and says how many. Those whose name another version
 * knows are left to it. No row is locked while the
 * queue is asked. A crash in between hands them over again, which the queue's ids make harmless.
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

/** Names that were told of already, by database. */
const toldOf = new WeakMap<Database, Set<string>>();

/** Tells an operator once of pending jobs that nobody here can hand over. */
async function tellOfUnknown({ db, log }: Context): Promise<void> {
  const told = toldOf.get(db) ?? new Set();
  toldOf.set(db, told);
  for (const { name, jobs } of await db.run(pendingJobQueries.unknown, [jobNames])) {
    if (!told.has(name)) log.warn({ job: name, jobs }, 'pending jobs have a name that this version does not know');
    told.add(name);
  }
}

/** Hands over what no process handed over in time; returns how many jobs. */
export async function relayPendingJobs(ctx: Context): Promise<number> {
  let handedOver = 0;
  for (let i = 0; i < batches; i += 1) {
    const rows = await relayBatch(ctx);
    handedOver += rows;
    if (rows < batch) break;
  }
  await tellOfUnknown(ctx);
  return handedOver;
}

/** Hands over what was just committed. Waits for a quarter of a second at most, and never fails: the scheduled relay comes after. */
export async function handOverJobs(ctx: Context): Promise<void> {
  const relayed = relayBatch(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'recorded jobs are left for the scheduled relay'),
  );
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience);
  await Promise.race([relayed, late]);
  clearTimeout(timer);
}

/**
 * Does now what a pending job holds for later. The change it follows from is committed, so its failure is not the
 * caller's: the row is still there and the relay hands it over.
 */
export async function afterCommit(ctx: Context, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.warn({ err: error, what }, 'left for the scheduled relay'));
}
