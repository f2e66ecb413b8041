import type { JobName } from '@kith/domain';
import type { JobsOptions, Queue } from 'bullmq';
import type { Stores } from '../stores.ts';

/** What a look at a schedule found: all well, no such schedule, one whose next run is too far off, or one that runs no more. */
export type FoundSchedule = 'kept' | 'missing' | 'late' | 'stopped';

/** Clock differences between machines that are tolerated, in milliseconds; a run that is due is taken well within that time. */
const tolerance = 5_000;

const advisoryLock = 7_141_012;

/**
 * Makes sure that `name` runs every `ms` milliseconds, however many processes ask for it. On PostgreSQL one at a time mends
 * what is not well: BullMQ looks and then writes, so that two at once can each undo the other's next run, and the schedule
 * stops with no job left that would go on with it.
 */
export async function ensureSchedule(
  stores: Stores,
  queue: Queue,
  name: JobName,
  ms: number,
  opts: JobsOptions,
): Promise<FoundSchedule> {
  const mend = async () => {
    const found = await look(queue, name, ms);
    // Updating a schedule keeps the time of its next run, so it is removed first.
    if (found === 'late') await queue.removeJobScheduler(name);
    if (found !== 'kept') await queue.upsertJobScheduler(name, { every: ms }, { name, data: {}, opts });
    return found === 'changed' ? 'kept' : found;
  };
  if ((await look(queue, name, ms)) === 'kept') return 'kept';
  return stores.redis ? mend() : inTurn(stores.pool, mend);
}

async function look(queue: Queue, name: JobName, ms: number): Promise<FoundSchedule | 'changed'> {
  const known = await queue.getJobScheduler(name);
  if (!known?.next) return 'missing';
  if (known.next > Date.now() + ms + tolerance) return 'late';
  if (known.next < Date.now() - tolerance) {
    // Its next run is overdue: well if it waits or is at work, behind others perhaps.
    const state = await queue.getJobState(`repeat:${name}:${known.next}`);
    if (['unknown', 'completed', 'failed'].includes(state)) return 'stopped';
  }
  return known.every === ms ? 'kept' : 'changed';
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` while no other process does, and none else in this one, which would wait with a connection in hand. */
function inTurn<T>(pool: Stores['pool'], work: () => Promise<T>): Promise<T> {
  const mine = last.then(async () => {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [advisoryLock]);
      return await work();
    } finally {
      // The lock ends with its connection, also where that does not answer any more.
      client.release(true);
    }
  });
  last = mine.catch(() => {});
  return mine;
}
