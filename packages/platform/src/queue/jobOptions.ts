import type { Job } from '@kith/domain';
import type { JobsOptions } from 'bullmq';
import { failedJobRetention, queueOf, queues } from './table.ts';

/** The highest number of a BullMQ priority; jobs without a priority come first. */
const lowestPriority = 2 ** 21;

/** BullMQ's options for one job. */
export function optionsOf(job: Pick<Job, 'name' | 'id'> & { payload?: { round?: number } | object }): JobsOptions {
  const { round }: { round?: number } = job.payload ?? {};
  const { attempts } = queues[queueOf[job.name]];
  return {
    attempts,
    // The worker computes the backoff of this name with `retryDelay`.
    backoff: { type: 'table' },
    removeOnComplete: true,
    removeOnFail: failedJobRetention,
    ...(round !== undefined && { priority: Math.min(round, lowestPriority) }),
    // The id is used as a deduplication id and not as a job id: a deduplication id is released when the job fails for good, so
    // that the same job can be queued again.
    ...(job.id && { deduplication: { id: job.id } }),
  };
}
