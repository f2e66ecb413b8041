import type { Deps } from '@kith/api/deps';
import { changeJobs } from '@kith/domain';
import { failedJobRetention, inspectQueues, type QueueInspector, StartError } from '@kith/platform';
import { table } from './table.ts';

/** The command lists at most this many failed jobs of each queue. */
const maxListed = 50;

async function withQueues<T>(deps: Deps, work: (queues: QueueInspector) => Promise<T>): Promise<T> {
  const queues = await inspectQueues(deps.stores);
  try {
    return await work(queues);
  } finally {
    await queues.close();
  }
}

/** Returns a table of the newest failed jobs with their errors, and with the ids that other commands take. */
export const listJobs = (deps: Deps): Promise<string> =>
  withQueues(deps, async (queues) => {
    const failed = await queues.failed(maxListed);
    if (failed.length === 0) return 'No job has failed.';
    const rows = failed.map((job) => [job.id, job.name, job.failedAt, String(job.attempts), job.reason.slice(0, 100)]);
    return table([['ID', 'JOB', 'FAILED', 'TRIES', 'BECAUSE'], ...rows]);
  });

const changeNamed =
  (change: 'retry' | 'remove', said: string) =>
  (deps: Deps, [id]: string[]): Promise<string> =>
    withQueues(deps, async (queues) => {
      if (!id) throw new StartError(`Name a job by its ID of "jobs list", or all: npm run kith -- jobs ${change} all`);
      const failed = await queues.failed(failedJobRetention.count);
      const jobs = failed.filter((job) => id === 'all' || job.id === id);
      const work = () => queues[change](id);
      const count = await changeJobs(deps.domain, null, { what: change === 'retry' ? 'retry' : 'drop', jobs, work });
      if (count === 0 && id !== 'all') throw new StartError(`There is no failed job ${id}.`);
      return `${count} ${count === 1 ? 'job' : 'jobs'} ${said}.`;
    });

/** Puts failed jobs back into their queues, so that a worker retries them as soon as it is free. */
export const retryJobs = changeNamed('retry', 'queued again');

/** Removes failed jobs. */
export const removeJobs = changeNamed('remove', 'removed');
