import type { JobName, JobQueue } from '@kith/domain';
import type { Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { optionsOf } from './jobOptions.ts';
import { ensureSchedule, type FoundSchedule } from './schedules.ts';
import { failedJobRetention, formerQueue, type QueueName, queueNames, queueOf } from './table.ts';

export interface PlatformQueue extends JobQueue {
  /**
   * Ensures that `name` runs every `ms` milliseconds, however many processes call this. Returns the state that the schedule
   * was in before; a schedule in any state but `healthy` has been repaired.
   */
  scheduleEvery(name: JobName, ms: number): Promise<FoundSchedule>;
  /** Removes the schedule of a job that no longer exists. */
  removeSchedule(name: string): Promise<void>;
  /** Removes expired failed jobs: BullMQ itself does so only when another job fails. */
  removeOld(): Promise<void>;
  close(): Promise<void>;
}

/** The batch size of the clean-up. */
const batch = 200;

/** The queue on PostgreSQL, or on Redis if REDIS_URL is set. */
export async function createQueue(stores: Stores): Promise<PlatformQueue> {
  const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
  const queues = new Map<QueueName, Queue>();

  const queueNamed = (name: QueueName): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection, prefix });
    if (!queues.has(name)) queue.on('error', () => {});
    queues.set(name, queue);
    return queue;
  };

  // With Redis, all queues connect at the start: a BullMQ queue that is first used during an outage blocks until the outage is
  // over.
  if (stores.redis) await Promise.all(queueNames.map((name) => queueNamed(name).waitUntilReady()));

  return {
    async add(jobs) {
      if (stores.redis?.unavailable) throw new Error('Redis is unavailable');
      for (const [name, group] of Map.groupBy(jobs, (job) => queueOf[job.name])) {
        await queueNamed(name).addBulk(
          group.map((job) => ({ name: job.name, data: job.payload, opts: optionsOf(job) })),
        );
      }
      await stores.redis?.replicated();
    },

    async scheduleEvery(name, ms) {
      const { deduplication, ...defaults } = optionsOf({ name });
      // A job that runs again within a minute needs no retry.
      const opts = ms < 60_000 ? { ...defaults, attempts: 1 } : defaults;
      const queue = queueNamed(queueOf[name]);
      // A running worker of the previous version re-creates the schedule in the former queue; each call removes it from there.
      if (queue.name !== formerQueue) await queueNamed(formerQueue).removeJobScheduler(name);
      return ensureSchedule(stores, queue, name, ms, opts);
    },

    async removeSchedule(name) {
      for (const queue of queueNames) await queueNamed(queue).removeJobScheduler(name);
    },

    async removeOld() {
      for (const name of queueNames)
        while ((await queueNamed(name).clean(failedJobRetention.age * 1_000, batch, 'failed')).length === batch);
    },

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
