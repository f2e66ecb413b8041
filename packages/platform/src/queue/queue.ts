import type { Job, JobName, JobQueue } from '@kith/domain';
import type { Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { optionsOf } from './jobOptions.ts';
import { type QueueName, queueOf } from './table.ts';

export interface PlatformQueue extends JobQueue {
  /** Has `name` queued every `ms` milliseconds from now on, however many processes ask for it. */
  scheduleEvery(name: JobName, ms: number): Promise<void>;
  /** Jobs waiting, at work, delayed and failed, by queue. */
  counts(): Promise<Record<string, Record<string, number>>>;
  close(): Promise<void>;
}

/** The queue on PostgreSQL, or on Redis where the settings name one. */
export async function createQueue(stores: Stores): Promise<PlatformQueue> {
  const { Queue, FlowProducer, connection } = await chooseBackend(stores);
  const queues = new Map<QueueName, Queue>();
  const flows = new FlowProducer({ connection });
  flows.on('error', () => {});

  const queueNamed = (name: QueueName): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection });
    if (!queues.has(name)) queue.on('error', () => {});
    queues.set(name, queue);
    return queue;
  };

  return {
    async add(jobs) {
      for (const [name, group] of Map.groupBy(jobs, (job) => queueOf[job.name])) {
        await queueNamed(name).addBulk(
          group.map((job) => ({ name: job.name, data: job.payload, opts: optionsOf(job) })),
        );
      }
    },

    async addFlow(parent, children) {
      await flows.add({
        ...flowJob(parent),
        // A child that failed for good counts as finished: the parent works with what there is.
        children: children.map((child) => ({
          ...flowJob(child),
          opts: { ...flowJob(child).opts, ignoreDependencyOnFailure: true },
        })),
      });
    },

    async scheduleEvery(name, ms) {
      const { deduplication, ...usual } = optionsOf({ name });
      // What comes again within a minute needs no second try.
      const opts = ms < 60_000 ? { ...usual, attempts: 1 } : usual;
      await queueNamed(queueOf[name]).upsertJobScheduler(name, { every: ms }, { name, data: {}, opts });
    },

    async counts() {
      const names = [...new Set(Object.values(queueOf))];
      const counts = await Promise.all(
        names.map((name) => queueNamed(name).getJobCounts('wait', 'active', 'delayed', 'failed')),
      );
      return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? {}]));
    },

    async close() {
      await Promise.all([flows.close(), ...[...queues.values()].map((queue) => queue.close())]);
    },
  };
}

function flowJob(job: Job) {
  const { deduplication, ...opts } = optionsOf(job);
  // BullMQ keeps the colon in ids for itself.
  const id = job.id && { jobId: job.id.replaceAll(':', '-') };
  return { name: job.name, queueName: queueOf[job.name], data: job.payload, opts: { ...opts, ...id } };
}
