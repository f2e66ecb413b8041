import type { JobName, JobQueue } from '@kith/domain';
import type { Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { optionsOf } from './jobOptions.ts';
import { ensureSchedule, type FoundSchedule } from './schedules.ts';
import { formerQueue, keptFailures, type QueueName, queueNames, queueOf } from './table.ts';

export interface PlatformQueue extends JobQueue {
  /**
   * Makes sure that `name` runs every `ms` milliseconds, however many processes ask for it, and answers what it found: what
   * was not `kept` is so now.
   */
  scheduleEvery(name: JobName, ms: number): Promise<FoundSchedule>;
  /** Removes failed jobs that are past their age: BullMQ itself does so only when another fails. */
  removeOld(): Promise<void>;
  close(): Promise<void>;
}

/** How many old jobs are removed at a time. */
const slice = 200;

/** The queue on PostgreSQL, or on Redis where the settings name one. */
export async function createQueue(stores: Stores): Promise<PlatformQueue> {
  const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
  const queues = new Map<QueueName, Queue>();

  const queueNamed = (name: QueueName): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection, prefix });
    if (!queues.has(name)) queue.on('error', () => {});
    queues.set(name, queue);
    return queue;
  };

  // Done at the start: a BullMQ queue that is first used during an outage waits until the outage is over.
  if (stores.redis) await Promise.all(queueNames.map((name) => queueNamed(name).waitUntilReady()));

  return {
    async add(jobs) {
      if (stores.redis?.away) throw new Error('Redis is out of reach');
      for (const [name, group] of Map.groupBy(jobs, (job) => queueOf[job.name])) {
        await queueNamed(name).addBulk(
          group.map((job) => ({ name: job.name, data: job.payload, opts: optionsOf(job) })),
        );
      }
      await stores.redis?.kept();
    },

    async scheduleEvery(name, ms) {
      const { deduplication, ...usual } = optionsOf({ name });
      // Repeats within a minute, so a retry is not needed.
      const opts = ms < 60_000 ? { ...usual, attempts: 1 } : usual;
      const queue = queueNamed(queueOf[name]);
      // A worker of the version before puts it back for as long as it runs; each look takes it out again.
      if (queue.name !== formerQueue) await queueNamed(formerQueue).removeJobScheduler(name);
      return ensureSchedule(stores, queue, name, ms, opts);
    },

    async removeOld() {
      for (const name of queueNames)
        while ((await queueNamed(name).clean(keptFailures.age * 1_000, slice, 'failed')).length === slice);
    },

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
