import { type Log, splitJobData } from '@kith/domain';
import type { Job } from 'bullmq';
import type { Stores } from '../stores.ts';
import { inspectQueues } from './inspect.ts';
import { failedJobRetention, type QueueName } from './table.ts';

/** The interval at which the failed jobs of all processes are listed, in milliseconds. */
const listIntervalMs = 60_000;

export interface SupersededFailures {
  /** To be called when a job failed for the last time in this process. */
  failed(queue: QueueName, job: Job): void;
  /** To be called when a job succeeded: removes earlier failed jobs for the same work. */
  succeeded(queue: QueueName, job: Job): void;
  close(): Promise<void>;
}

/** The key by which two jobs count as the same work. */
const workOf = (queue: QueueName, job: Job): string =>
  `${queue} ${job.name} ${JSON.stringify(splitJobData(job.data).payload)}`;

/**
 * Removes failed jobs once a later job has done their work, such as the next run of a schedule, so that operators only see
 * failures that need attention.
 */
export async function watchFailures(stores: Stores, log: Log): Promise<SupersededFailures> {
  const inspector = await inspectQueues(stores);
  const queues = new Map(inspector.queues.map((queue) => [queue.name as QueueName, queue]));
  const failures = new Map<string, Set<string>>();

  function failed(queue: QueueName, job: Job): void {
    const work = workOf(queue, job);
    const ids = failures.get(work) ?? new Set();
    if (job.id) failures.set(work, ids.add(job.id));
  }

  async function list(): Promise<void> {
    failures.clear();
    for (const [name, queue] of queues) {
      if ((await queue.getFailedCount()) === 0) continue;
      for (const job of await queue.getFailed(0, failedJobRetention.count - 1)) if (job) failed(name, job);
    }
  }

  async function remove(queue: QueueName, ids: Set<string>): Promise<void> {
    for (const id of ids) {
      const job = await queues.get(queue)?.getJob(id);
      if (!job || !(await job.isFailed())) continue;
      // A schedule's failed job cannot be removed on PostgreSQL: it is retried, and disappears when it succeeds.
      if (job.repeatJobKey) await job.retry('failed');
      else await job.remove();
    }
  }

  // If the queue is unavailable, the next listing does this work.
  const logFailure = (work: Promise<void>) =>
    work.catch((error: Error) => log.warn({ error: error.message }, 'failed jobs could not be searched'));
  await logFailure(list());
  const timer = setInterval(() => void logFailure(list()), listIntervalMs).unref();

  return {
    failed,
    succeeded(queue, job) {
      const work = workOf(queue, job);
      const ids = failures.get(work);
      if (!ids || !failures.delete(work)) return;
      void logFailure(remove(queue, ids));
    },
    async close() {
      clearInterval(timer);
      await inspector.close();
    },
  };
}
