import { setTimeout as wait } from 'node:timers/promises';
import {
  type JobName,
  type JobPayloads,
  type Log,
  Refusal,
  splitJobData,
  type TraceContext,
  withTraceContext,
} from '@kith/domain';
import type { Job, Worker } from 'bullmq';
import { StartError } from '../startError.ts';
import type { Stores } from '../stores.ts';
import { chooseBackend } from './backend.ts';
import { heldBackQueues, type QueueName, queueNames, queues, retryDelay } from './queues.ts';

/** The handler of each job. A missing handler is a compile error. */
export type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

export interface WorkersOptions {
  stores: Stores;
  handlers: Handlers;
  /** The number of images processed concurrently. */
  imageConcurrency: number;
  log: Log;
  /** Whether the jobs of `heldBackQueues` wait until `release`. */
  heldBack?: boolean;
  /** Wraps the handler of each job, for metrics and traces. */
  watch?: JobWatch;
  /** Deletes the record of a job that is done, or has failed for good; for a queue that may lose jobs. */
  deleteJobRecord?: (record: number) => Promise<void>;
}

export interface WatchedJob {
  name: JobName;
  id: string;
  /** The number of the attempt, counted from 1. */
  attempt: number;
  /** Seconds between the time that the job was due and its start; null for a retry. */
  waited: number | null;
  traceContext: TraceContext;
}

export type JobWatch = (job: WatchedJob, work: () => Promise<void>) => Promise<void>;

export interface Workers {
  /** With true, the workers take no new jobs until this is called with false. */
  pause(paused: boolean): void;
  /** Begins with the jobs that were held back. */
  release(): void;
  /**
   * Takes no new jobs and waits for active ones, but only some seconds for a queue that does not answer. A job not finished, or
   * not recorded as finished, is run again by another worker.
   */
  close(): Promise<void>;
}

/** The longest time until a killed worker's job is run by another: `lockDuration` plus one `stalledInterval`, in milliseconds. */
const stalledJobOptions = { lockDuration: 10_000, stalledInterval: 5_000 };

/**
 * How long to wait for the queue to record the result of the last job, in milliseconds. BullMQ itself waits as long as its store
 * is unavailable, for ever if Redis hangs.
 */
const closeTimeoutMs = 3_000;

/**
 * How long the queue may take to answer at the start, in milliseconds. A connection that BullMQ opens while a Redis cluster replaces a
 * master may stay silent for ever; a process that starts anew opens another.
 */
const readyTimeoutMs = 20_000;

/** The time between two attempts to open workers anew, in milliseconds. */
const retryMs = 1_000;

/** BullMQ reports every reconnection attempt of every queue; one line in this many milliseconds is logged. */
const errorLogIntervalMs = 10_000;

/** Starts one worker per queue in this process. Throws if the queue does not answer within 20 s. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const {
    stores,
    handlers,
    imageConcurrency,
    log,
    heldBack = false,
    watch = (_, work) => work(),
    deleteJobRecord = async () => {},
  } = options;
  let backend = chooseBackend(stores, 'work');
  let workers: Worker[] = [];
  const forget = async ({ data }: Job) => {
    const { record } = splitJobData(data);
    if (record !== undefined) await deleteJobRecord(record);
  };
  const running = new Set<Promise<void>>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let isPaused = false;
  let isClosing = false;
  const open = (name: QueueName) => {
    const work = (job: Job): Promise<void> => {
      const done = run(handlers, watch, job)
        .then(() => forget(job))
        .catch(throwCause)
        .finally(() => void running.delete(done));
      running.add(done);
      return done;
    };
    const worker = new backend.Worker(name, work, {
      connection: backend.connection,
      prefix: backend.prefix,
      concurrency: queues[name].concurrency ?? imageConcurrency,
      ...stalledJobOptions,
      settings: { backoffStrategy: (tries) => retryDelay(name, tries) },
      // A job that kills its worker three times would kill the next one too.
      maxStalledCount: 3,
    });
    worker.on('lockRenewalFailed', (jobs) => {
      log.warn({ queue: name, jobs }, 'running jobs have lost their locks, so another worker may run them too');
    });
    worker.on('error', (error) => {
      // BullMQ also reports each lost lock as an error, after the event above.
      if (error.message.startsWith('could not renew lock')) return;
      if (performance.now() - loggedAt < errorLogIntervalMs) return;
      loggedAt = performance.now();
      log.warn({ queue: name, error: error.message }, 'the queue is unavailable');
    });
    worker.on('failed', (job, error) => {
      const { requestId } = splitJobData(job?.data).traceContext;
      const about = { job: `${job?.name} ${job?.id}`, ...(requestId && { requestId }), attempt: job?.attemptsMade };
      const fields = { ...about, err: error };
      if (job?.finishedOn === undefined) log.warn(fields, 'a job failed');
      else if (job.repeatJobKey) log.warn(fields, 'a job failed, until its schedule runs it again');
      else {
        log.error(fields, 'a job failed for good and is kept among the failed jobs');
        // If this fails, the job is queued once more.
        forget(job).catch((err: Error) => log.warn({ err }, 'the record of a failed job is kept'));
      }
    });
    workers.push(worker);
    if (isPaused) void worker.pause(true);
  };
  const held = new Set(heldBack ? heldBackQueues : []);
  const openAll = () => {
    for (const name of queueNames) if (!held.has(name)) open(name);
  };
  openAll();
  /** Closes all workers and then their connection, but waits only some seconds for a queue that does not answer. */
  const closeAll = async () => {
    const { close } = backend;
    const closed = Promise.all(workers.map((worker) => worker.close())).then(() => true);
    for (let settled = false; !settled; ) {
      await Promise.race([closed, Promise.allSettled(running)]);
      settled = await Promise.race([closed, wait(closeTimeoutMs, false)]);
      if (settled || running.size > 0) continue;
      log.warn({}, 'the queue does not answer: jobs that it has not recorded as done will run again');
      break;
    }
    await Promise.race([close(), wait(closeTimeoutMs)]);
  };
  /** Whether all workers have a connection that answers within 20 s. */
  const areReady = async (): Promise<boolean> => {
    const ready = Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => true);
    return Promise.race([ready, wait(readyTimeoutMs, false, { ref: false })]);
  };
  // After a failover, a blocked connection may stay silent for ever: https://github.com/taskforcesh/bullmq/issues/4138
  const reopen = async (): Promise<void> => {
    if (isClosing) return;
    closeAll().catch((error: Error) => log.warn({ error: error.message }, 'old workers were not closed'));
    backend = chooseBackend(stores, 'work');
    const opened: Worker[] = [];
    workers = opened;
    openAll();
    // While a cluster still elects a master, a connection may also fail, which ends its worker.
    const isReady = await areReady().catch(() => wait(retryMs, false));
    if (!isReady && workers === opened) await reopen();
  };
  stores.redis?.onBack(() => void reopen());
  if (!(await areReady()))
    throw new StartError('The queue does not answer within 20 s: is there a failover of what REDIS_URL names?');
  return {
    pause(paused) {
      isPaused = paused;
      for (const worker of workers) {
        (paused ? worker.pause(true) : worker.resume()).catch((error: Error) =>
          log.warn({ error: error.message, paused }, 'a queue could not be paused or resumed'),
        );
      }
    },
    release() {
      for (const name of held) open(name);
      held.clear();
    },
    async close() {
      isClosing = true;
      await closeAll();
    },
  };
}

/** Throws the error to be logged. A refusal's message is meant for a member, so its code and cause are thrown instead. */
function throwCause(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const { cause } = error;
  throw new Error(cause instanceof Error ? `${error.code}: ${cause.message}` : error.code, { cause: error });
}

async function run(handlers: Handlers, watch: JobWatch, job: Job): Promise<void> {
  const handler = (handlers as Record<string, ((payload: unknown) => Promise<void>) | undefined>)[job.name];
  if (!handler) throw new Error(`There is no handler for the job ${job.name}.`);
  const { payload, traceContext } = splitJobData(job.data);
  const { id = '', attemptsMade, timestamp, delay, processedOn = Date.now() } = job;
  const watched: WatchedJob = {
    name: job.name as JobName,
    id,
    attempt: attemptsMade + 1,
    waited: attemptsMade === 0 ? Math.max(0, processedOn - timestamp - delay) / 1_000 : null,
    traceContext,
  };
  await withTraceContext({ ...traceContext, job: `${job.name} ${id}` }, () => watch(watched, () => handler(payload)));
}
