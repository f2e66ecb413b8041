import { type JobName, splitJobData } from '@kith/domain';
import type { Job, Queue } from 'bullmq';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { type QueueName, queueNames, queueOf } from './queues.ts';

export interface QueueState {
  queue: QueueName;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** The age in seconds of the oldest waiting job; null if none waits. */
  oldestSeconds: number | null;
}

export interface InspectedJob {
  /** The queue's name and the job's id, separated by a slash. */
  id: string;
  name: string;
  /** The member for whom the job ran; null if it ran for nobody in particular. */
  userId: number | null;
  attempts: number;
  /** When the job failed for the last time, ISO 8601. */
  failedAt: string;
  reason: string;
}

export interface ScheduledJob {
  name: string;
  queue: QueueName;
  everySeconds: number;
  /** When the next run is due, ISO 8601. */
  next: string;
}

/** The queues as an operator sees and manages them. */
export interface QueueInspector {
  states(): Promise<QueueState[]>;
  /** The failed jobs, newest first, at most `limit` of each queue. */
  failed(limit: number): Promise<InspectedJob[]>;
  /** Retries failed jobs, all or the one with this id; returns how many. */
  retry(id: string | 'all'): Promise<number>;
  /** Removes failed jobs, all or the one with this id; returns how many. */
  remove(id: string | 'all'): Promise<number>;
  schedules(): Promise<ScheduledJob[]>;
  /** Since when a job of this name runs or waits to be run, ISO 8601; null if none does. */
  activeSince(name: JobName): Promise<string | null>;
  /** BullMQ's own objects, for its dashboard. */
  queues: Queue[];
  close(): Promise<void>;
}

/** What `ask` reads from the queues; null while Redis, which holds them, does not answer: that is a problem of its own. */
export const answerOfQueues = <T>({ redis }: Stores, ask: () => Promise<T>): Promise<T | null> =>
  redis ? ask().catch(() => null) : ask();

/** The batch size of a retry. */
const batch = 200;

/** Opens the queues of the configured store for inspection. */
export async function inspectQueues(stores: Stores): Promise<QueueInspector> {
  const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
  const queues = queueNames.toSorted().map((name) => {
    const queue = new Queue(name, { connection, prefix });
    queue.on('error', () => {});
    return queue;
  });
  async function each<T>(ask: (queue: Queue, name: QueueName) => Promise<T>): Promise<T[]> {
    const answers: T[] = [];
    for (const queue of queues) answers.push(await ask(queue, queue.name as QueueName));
    return answers;
  }

  /**
   * Applies an action to the failed job with this id or, for `all`, to all failed jobs of every queue. Returns how many jobs
   * there were. A job that somebody else has retried or removed meanwhile is none.
   */
  async function withFailed(id: string, work: (queue: Queue, job?: Job) => Promise<void>): Promise<number> {
    const [name, jobId = ''] = id.split(/\/(.*)/s);
    const counts = await each(async (queue) => {
      if (id !== 'all' && queue.name !== name) return 0;
      const job = id === 'all' ? undefined : await queue.getJob(jobId);
      if (id !== 'all' && !(await job?.isFailed())) return 0;
      if (job)
        return work(queue, job).then(
          () => 1,
          async (error) => {
            if (await job.isFailed()) throw error;
            return 0;
          },
        );
      const count = await queue.getFailedCount();
      if (count > 0) await work(queue);
      return count;
    });
    return counts.reduce((all, count) => all + count, 0);
  }

  return {
    queues,

    states: () =>
      each(async (queue, name) => {
        // The reads are sequential, because they share few connections with the running jobs.
        const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed');
        const firsts = [await queue.getJobs(['wait'], 0, 0, true), await queue.getJobs(['prioritized'], 0, 0, true)];
        const [oldest] = firsts.flat().sort((one, other) => one.timestamp - other.timestamp);
        const count = (state: string) => counts[state] ?? 0;
        return {
          queue: name,
          waiting: count('wait') + count('prioritized'),
          active: count('active'),
          delayed: count('delayed'),
          failed: count('failed'),
          oldestSeconds: oldest ? Math.max(0, (Date.now() - oldest.timestamp - oldest.delay) / 1_000) : null,
        };
      }),

    async failed(limit) {
      const found = await each(async (queue, name) =>
        (await queue.getFailed(0, limit - 1)).map((job) => failedJob(name, job)),
      );
      return found.flat().sort((a, b) => b.failedAt.localeCompare(a.failedAt));
    },

    retry: (id) =>
      withFailed(id, async (queue, job) => {
        if (job) await job.retry('failed');
        else await queue.retryJobs({ state: 'failed', count: batch });
      }),

    remove: (id) =>
      withFailed(id, async (queue, job) => {
        if (job) await job.remove();
        else while ((await queue.clean(0, batch, 'failed')).length === batch);
      }),

    async schedules() {
      const found = await each(async (queue, name) =>
        (await queue.getJobSchedulers(0, -1, true)).map((scheduler) => ({
          name: scheduler.name,
          queue: name,
          everySeconds: Number(scheduler.every ?? 0) / 1_000,
          next: new Date(scheduler.next ?? 0).toISOString(),
        })),
      );
      return found.flat().sort((a, b) => a.next.localeCompare(b.next));
    },

    async activeSince(name) {
      const queue = queues.find((each) => each.name === queueOf[name]);
      const jobs = (await queue?.getJobs(['active', 'wait'], 0, batch)) ?? [];
      const job = jobs.find((each) => each?.name === name);
      return job ? new Date(job.processedOn ?? job.timestamp).toISOString() : null;
    },

    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

const firstLine = (text: string | undefined): string => text?.split('\n')[0] ?? '';

/** The member in a job's payload. */
function memberOf(job: Job): number | null {
  const { payload } = splitJobData(job.data);
  const { userId, ownerId } = payload as { userId?: unknown; ownerId?: unknown };
  const id = userId ?? ownerId;
  return typeof id === 'number' && id > 0 ? id : null;
}

const failedJob = (queue: QueueName, job: Job): InspectedJob => ({
  id: `${queue}/${job.id}`,
  name: job.name,
  userId: memberOf(job),
  attempts: job.attemptsMade,
  failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
  reason: firstLine(job.failedReason),
});
