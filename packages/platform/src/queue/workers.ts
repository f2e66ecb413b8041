import type { JobName, JobPayloads, Log } from '@kith/domain';
import type { Worker } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { concurrencyOf, type QueueName, waitAfter } from './table.ts';

/** What is done for each job. A job without a handler does not compile. */
export type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

export interface WorkersOptions {
  stores: Stores;
  handlers: Handlers;
  /** Images made at once. */
  imageConcurrency: number;
  log: Log;
}

export interface Workers {
  /** Takes no new job, and waits for those at work. What is not done when the process ends is taken over by another. */
  close(): Promise<void>;
}

/** A job whose worker was killed is taken over after `lockDuration` and one `stalledInterval` at most, in milliseconds. */
const takeOver = { lockDuration: 10_000, stalledInterval: 5_000 };

/** Starts one worker per queue in this process. */
export async function startWorkers({ stores, handlers, imageConcurrency, log }: WorkersOptions): Promise<Workers> {
  const { Worker, connection } = chooseBackend(stores, 'work');
  const concurrency: Record<QueueName, number> = { ...concurrencyOf, images: imageConcurrency };
  const workers: Worker[] = [];
  for (const [name, count] of Object.entries(concurrency)) {
    const worker = new Worker(name, (job) => run(handlers, job.name, job.data), {
      connection,
      concurrency: count,
      ...takeOver,
      settings: { backoffStrategy: (tries) => waitAfter(name as QueueName, tries) },
      // A job that kills its worker three times would kill the next one too.
      maxStalledCount: 3,
    });
    worker.on('error', (error) => log.warn({ queue: name, error: error.message }, 'the queue is out of reach'));
    worker.on('failed', (job, error) => {
      const fields = { job: job?.name, id: job?.id, attempt: job?.attemptsMade, error: error.message };
      // What is tried but once comes again by its schedule.
      const givenUp = job?.finishedOn !== undefined && (job.opts.attempts ?? 1) > 1;
      if (givenUp) log.error(fields, 'a job failed for good and is kept among the failed jobs');
      else log.warn(fields, 'a job failed');
    });
    workers.push(worker);
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

async function run(handlers: Handlers, name: string, payload: unknown): Promise<void> {
  const handler = (handlers as Record<string, ((payload: unknown) => Promise<void>) | undefined>)[name];
  if (!handler) throw new Error(`There is no handler for the job ${name}.`);
  await handler(payload);
}
