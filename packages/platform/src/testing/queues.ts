import type { Job, JobName } from '@kith/domain';
import { afterEach, beforeEach } from 'vitest';
import { createQueue, type PlatformQueue } from '../queue/queue.ts';
import { type Handlers, startWorkers, type Workers, type WorkersOptions } from '../queue/workers.ts';
import { nodesOf } from '../redis/index.ts';
import type { Stores } from '../stores.ts';
import type { Backend } from './backends.ts';

interface QueueOfTest {
  stores: Stores;
  queue: PlatformQueue;
  /** What is closed after the test, last first. */
  closing: (() => Promise<void>)[];
  /** Deletes all jobs and schedules. */
  empty(): Promise<void>;
  /** Starts a worker with these handlers; it ignores all other jobs. */
  work(some: Partial<Handlers>, options?: Partial<WorkersOptions>): Promise<Workers>;
}

export const image = (imageId: number, id?: string): Job => ({ name: 'images.process', payload: { imageId }, id });

/** An empty queue for each test. */
export function queueForEachTest(backend: Backend): QueueOfTest {
  const ofTest = { closing: [] as QueueOfTest['closing'], empty, work } as QueueOfTest;

  async function empty(): Promise<void> {
    const { redis, pool } = ofTest.stores;
    if (redis) for (const node of nodesOf(redis.client, 'master')) await node.flushall();
    else await pool.query('delete from bullmq.job; delete from bullmq.scheduler');
  }

  async function work(some: Partial<Handlers>, options: Partial<WorkersOptions> = {}): Promise<Workers> {
    const handlers = new Proxy(some, {
      get: (target, name) => target[name as JobName] ?? (async () => {}),
    }) as Handlers;
    const { stores } = ofTest;
    const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log: backend.log, ...options });
    ofTest.closing.push(workers.close);
    return workers;
  }

  beforeEach(async (context) => {
    backend.need(context);
    ofTest.stores = await backend.open();
    await empty();
    ofTest.queue = await createQueue(ofTest.stores);
  });
  afterEach(async () => {
    for (const close of ofTest.closing.splice(0).reverse()) await close();
    await ofTest.queue?.close();
  });
  return ofTest;
}
