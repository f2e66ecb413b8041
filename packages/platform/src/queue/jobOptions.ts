import type { Job } from '@kith/domain';
import type { JobsOptions } from 'bullmq';
import { keptFailures, queueOf, triesOf } from './table.ts';

/** BullMQ's options for one job. */
export function optionsOf(job: Pick<Job, 'name' | 'id'>): JobsOptions {
  const { attempts } = triesOf[queueOf[job.name]];
  return {
    attempts,
    // As `waitAfter` says: the worker asks it.
    backoff: { type: 'table' },
    removeOnComplete: true,
    removeOnFail: keptFailures,
    // Unlike a job id, it does not outlive a failed job: what failed for good may be queued anew.
    ...(job.id && { deduplication: { id: job.id } }),
  };
}
