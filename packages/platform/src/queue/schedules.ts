import type { JobName } from '@kith/domain';
import type { JobsOptions, Queue } from 'bullmq';
import type { Stores } from '../stores.ts';

/** The state in which a schedule was found. `late`: its next run is too far in the future; `stopped`: its next run is lost. */
export type FoundSchedule = 'healthy' | 'missing' | 'late' | 'stopped';

/** Tolerated clock difference between machines, in milliseconds; a due run is started well within that time. */
const tolerance = 5_000;

const advisoryLock = 7_141_012;

/**
 * Ensures that `name` runs every `ms` milliseconds, however many processes call this. On PostgreSQL a lock lets one process at
 * a time repair a schedule: BullMQ reads and then writes, so two processes at once can each delete the other's next run, which
 * stops the schedule for good.
 */
export async function ensureSchedule(
  stores: Stores,
  queue: Queue,
  name: JobName,
  ms: number,
  opts: JobsOptions,
): Promise<FoundSchedule> {
  const repair = async () => {
    const found = await findState(queue, name, ms);
    // Updating a schedule would keep the time of its next run, so it is removed first.
    if (found === 'late') await queue.removeJobScheduler(name);
    if (found !== 'healthy') await queue.upsertJobScheduler(name, { every: ms }, { name, data: {}, opts });
    return found === 'changed' ? 'healthy' : found;
  };
  if ((await findState(queue, name, ms)) === 'healthy') return 'healthy';
  return stores.redis ? repair() : withLock(stores.pool, repair);
}

async function findState(queue: Queue, name: JobName, ms: number): Promise<FoundSchedule | 'changed'> {
  const scheduler = await queue.getJobScheduler(name);
  if (!scheduler?.next) return 'missing';
  if (scheduler.next > Date.now() + ms + tolerance) return 'late';
  if (scheduler.next < Date.now() - tolerance) {
    // The next run is overdue. This is no fault if the run is active, or waits in the queue behind other jobs.
    const state = await queue.getJobState(`repeat:${name}:${scheduler.next}`);
    if (['unknown', 'completed', 'failed'].includes(state)) return 'stopped';
  }
  return scheduler.every === ms ? 'healthy' : 'changed';
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` under a lock across all processes. Callers in this process wait for each other before they connect, so that they do
 * not each hold a connection while waiting for the lock.
 */
function withLock<T>(pool: Stores['pool'], work: () => Promise<T>): Promise<T> {
  const run = last.then(async () => {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [advisoryLock]);
      return await work();
    } finally {
      // The lock is released when its connection ends, even if the server no longer responds.
      client.release(true);
    }
  });
  last = run.catch(() => {});
  return run;
}
