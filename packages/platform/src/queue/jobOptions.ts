import type { Job, JobName } from '@kith/domain';
import type { JobsOptions } from 'bullmq';
import { failedJobRetention, queueOf, queues } from './queues.ts';

/** The highest number of a BullMQ priority; jobs without a priority come first. */
const lowestPriority = 2 ** 21;

/** BullMQ's options for one job. */
export function optionsOf(job: Pick<Job, 'name' | 'id'> & { payload?: { round?: number } | object }): JobsOptions {
  // Narrowing one post may record jobs for gigabytes of files; what was deleted must be gone within a minute.
  const { round = job.name === 'images.rename' ? 1 : undefined }: { round?: number } = job.payload ?? {};
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

/**
 * BullMQ's options for a job that runs every `ms` milliseconds. A failed run is not kept, because the next one does its work; one
 * that is followed within a minute is not retried either.
 */
export function scheduledOptions(name: JobName, ms: number): JobsOptions {
  const options = { ...optionsOf({ name }), removeOnFail: true };
  return ms < 60_000 ? { ...options, attempts: 1 } : options;
}
