import type { Job, JobName, JobQueue } from '@kith/domain';
import type { Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { optionsOf } from './jobOptions.ts';
import { type QueueName, queueOf } from './table.ts';

export interface PlatformQueue extends JobQueue {
  /**
   * Sees to it that `name` is queued every `ms` milliseconds, however many processes ask for it. Tells what it found:
   * that it is so, that it was not known, or that it was to come too late, the clock having been set back.
   */
  scheduleEvery(name: JobName, ms: number): Promise<'kept' | 'missing' | 'late'>;
  /** Jobs waiting, at work, delayed and failed, by queue. */
  counts(): Promise<Record<string, Record<string, number>>>;
  close(): Promise<void>;
}

/** Machines whose clocks differ by less are no cause to set a schedule anew. Milliseconds. */
const clockTolerance = 5_000;

/** The queue on PostgreSQL, or on Redis where the settings name one. */
export async function createQueue(stores: Stores): Promise<PlatformQueue> {
  const { Queue, FlowProducer, connection } = chooseBackend(stores, 'queueing');
  const queues = new Map<QueueName, Queue>();
  const flows = new FlowProducer({ connection });
  flows.on('error', () => {});

  const queueNamed = (name: QueueName): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection });
    if (!queues.has(name)) queue.on('error', () => {});
    queues.set(name, queue);
    return queue;
  };

  // While the connection is new; asked for the first time in an outage, a queue would wait for the end of it.
  if (stores.redis)
    await Promise.all([...new Set(Object.values(queueOf))].map((name) => queueNamed(name).waitUntilReady()));

  return {
    async add(jobs) {
      if (stores.redis?.away) throw new Error('Redis is out of reach');
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
      const queue = queueNamed(queueOf[name]);
      const known = await queue.getJobScheduler(name);
      const late = (known?.next ?? 0) > Date.now() + ms + clockTolerance;
      if (known && !late && known.every === ms) return 'kept';
      // Set anew, a schedule keeps the time it had for its next run; removed, it forgets that.
      if (late) await queue.removeJobScheduler(name);
      await queue.upsertJobScheduler(name, { every: ms }, { name, data: {}, opts });
      return late ? 'late' : known ? 'kept' : 'missing';
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
