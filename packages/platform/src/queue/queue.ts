import type { Job, JobName, JobQueue } from '@kith/domain';
import type { Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { optionsOf, scheduledOptions } from './jobOptions.ts';
import { failedJobRetention, type QueueName, queueNames, queueOf } from './queues.ts';

export interface PlatformQueue extends JobQueue {
  /** Schedules `name` to run every `ms` milliseconds, once however many processes call this. */
  scheduleEvery(name: JobName, ms: number): Promise<void>;
  /** Whether the next run of `name` is in the queue or under way. */
  isScheduled(name: JobName): Promise<boolean>;
  /** Removes expired failed jobs: BullMQ itself does so only when another job fails. */
  removeOld(): Promise<void>;
  close(): Promise<void>;
}

/** The batch size of the clean-up. */
const batch = 200;

/** The queue on PostgreSQL, or on Redis if REDIS_URL is set. */
export async function createQueue(stores: Stores): Promise<PlatformQueue> {
  const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
  const dataOf = ({ payload, record }: Job) =>
    stores.redis && record !== undefined ? { ...payload, record } : payload;
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
    durable: !stores.redis,

    async add(jobs) {
      if (stores.redis?.unavailable) throw new Error('Redis is unavailable');
      for (const [name, group] of Map.groupBy(jobs, (job) => queueOf[job.name])) {
        await queueNamed(name).addBulk(
          group.map((job) => ({ name: job.name, data: dataOf(job), opts: optionsOf(job) })),
        );
      }
    },

    async scheduleEvery(name, ms) {
      const job = { name, data: {}, opts: scheduledOptions(name, ms) };
      await queueNamed(queueOf[name]).upsertJobScheduler(name, { every: ms }, job);
    },

    async isScheduled(name) {
      const queue = queueNamed(queueOf[name]);
      const { next } = (await queue.getJobScheduler(name)) ?? {};
      if (next === undefined) return false;
      return ['waiting', 'delayed', 'active'].includes(await queue.getJobState(`repeat:${name}:${next}`));
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
