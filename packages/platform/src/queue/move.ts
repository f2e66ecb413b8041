import type { Job, JobType } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { type QueueName, queueNames } from './table.ts';

export interface Moved {
  moved: number;
  /**
   * The number of jobs that were not moved because they, or jobs they wait for, are running: they can be moved once their
   * worker has stopped.
   */
  left: number;
}

/** The batch size of a move. */
const batch = 200;

const movable: JobType[] = ['waiting', 'prioritized', 'delayed', 'active'];

/**
 * Moves waiting jobs from one store's queues into another's. A job is added to the target before it is removed from the source,
 * so it may run twice but is never lost; an interrupted move is simply run again. Schedules and ranking runs are not moved,
 * because workers create them anew.
 */
export async function moveJobs(from: Stores, to: Stores): Promise<Moved> {
  const [source, target] = [chooseBackend(from, 'queueing'), chooseBackend(to, 'queueing')];
  const total: Moved = { moved: 0, left: 0 };
  for (const name of queueNames) {
    const here = new source.Queue(name, { connection: source.connection, prefix: source.prefix });
    const there = new target.Queue(name, { connection: target.connection, prefix: target.prefix });
    for (const queue of [here, there]) queue.on('error', () => {});
    const tried = new Set<string>();
    for (;;) {
      const found = await here.getJobs(movable, 0, batch + tried.size, true);
      const untried = found.filter((job) => job && isMovable(job, name) && !tried.has(job.id ?? ''));
      for (const job of untried) {
        tried.add(job.id ?? '');
        // An active job is locked; its worker finishes it.
        const { timestamp, opts } = job;
        const delay = Math.max(0, timestamp + job.delay - Date.now());
        if (await job.isActive()) total.left += 1;
        else {
          await there.add(job.name, job.data, { ...opts, timestamp, delay });
          await to.redis?.replicated();
          await job.remove();
          tried.delete(job.id ?? '');
          total.moved += 1;
        }
      }
      if (untried.length === 0) break;
    }
    await Promise.all([here.close(), there.close()]);
  }
  await Promise.all([source.close(), target.close()]);
  return total;
}

const isMovable = (job: Job, queue: QueueName): boolean => queue !== 'ranking' && !job.repeatJobKey && !job.parent;
