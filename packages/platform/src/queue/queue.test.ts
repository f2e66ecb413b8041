import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, JobName } from '@kith/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stores } from '../stores.ts';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { createQueue, type PlatformQueue } from './queue.ts';
import { triesOf, waitAfter } from './table.ts';
import { type Handlers, startWorkers } from './workers.ts';

onBothBackends('the queue', (backend: Backend) => {
  let stores: Stores;
  let queue: PlatformQueue;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async (context) => {
    backend.need(context);
    stores = await backend.open();
    queue = await createQueue(stores);
  });

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await queue?.close();
  });

  async function work(some: Partial<Handlers>): Promise<void> {
    const rest = new Proxy(some, { get: (target, name) => target[name as JobName] ?? (async () => {}) }) as Handlers;
    const workers = await startWorkers({ stores, handlers: rest, imageConcurrency: 1, log: backend.log });
    closing.push(workers.close);
  }

  const image = (imageId: number, id?: string): Job => ({ name: 'images.process', payload: { imageId }, id });

  test('hands each job to its handler, and tries a failing one again', async () => {
    const seen: number[] = [];
    await work({
      async 'images.process'({ imageId }) {
        seen.push(imageId);
        if (imageId === 2 && seen.filter((id) => id === 2).length < 2) throw new Error('not yet');
      },
    });
    await queue.add([image(1), image(2), { name: 'expired.remove', payload: {} }]);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1, 2, 2]);
    expect(backend.log.messages).toContain('a job failed');
  });

  test('keeps one job per id, and takes the id again once that job is done', async () => {
    const handler = vi.fn(async () => {});
    await queue.add([image(1, 'same'), image(1, 'same')]);
    await queue.add([image(1, 'same')]);
    expect((await queue.counts()).images?.wait).toBe(1);
    await work({ 'images.process': handler });
    await expect.poll(() => handler.mock.calls.length).toBe(1);
    await expect.poll(async () => (await queue.counts()).images?.active).toBe(0);
    await queue.add([image(1, 'same')]);
    await expect.poll(() => handler.mock.calls.length).toBe(2);
  });

  test('runs the parent of a flow after its children', async () => {
    const order: string[] = [];
    await work({
      'popular.score': async ({ slice }) => void order.push(`score ${slice}`),
      'popular.publish': async () => void order.push('publish'),
    });
    const runAt = '2026-01-01T00:00:00.000Z';
    const slices = [0, 1, 2].map((slice): Job => {
      return { name: 'popular.score', payload: { runAt, slice, of: 3 }, id: `score:${runAt}:${slice}` };
    });
    const parent: Job = { name: 'popular.publish', payload: { runAt }, id: `publish:${runAt}` };
    await queue.addFlow(parent, slices);
    await expect.poll(() => order.at(-1)).toBe('publish');
    expect(order.slice(0, 3).sort()).toEqual(['score 0', 'score 1', 'score 2']);
  });

  test('repeats a scheduled job, once however many processes asked', async () => {
    const handler = vi.fn(async () => {});
    await work({ 'outbox.relay': handler });
    await Promise.all([1, 2, 3].map(() => queue.scheduleEvery('outbox.relay', 300)));
    const start = Date.now();
    await expect.poll(() => handler.mock.calls.length, { interval: 20 }).toBeGreaterThanOrEqual(8);
    // Each of the three may have one run at once; three schedules would have made the rest in 600 ms.
    expect(Date.now() - start).toBeGreaterThan(1_000);
  });

  test('sees that a schedule was lost, and has it again', async () => {
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('missing');
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('kept');
    if (stores.redis) await stores.redis.client.flushall();
    else await stores.pool.query('delete from bullmq.job; delete from bullmq.scheduler');
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('missing');
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('kept');
  });

  test('brings near what a clock set back has put far off', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    await queue.scheduleEvery('feed.trim', 300);
    vi.useRealTimers();
    const handler = vi.fn(async () => {});
    await work({ 'feed.trim': handler });
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('late');
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('kept');
  });

  test('takes over the job of a worker killed in its middle', { timeout: 40_000 }, async () => {
    const script = fileURLToPath(new URL('../testing/stuckWorker.ts', import.meta.url));
    const stuck: ChildProcess = fork(script, [stores.databaseUrl, stores.redisUrl ?? ''], { execArgv: [] });
    await once(stuck, 'message');
    await queue.add([image(7)]);
    await once(stuck, 'message');
    stuck.kill('SIGKILL');
    const handler = vi.fn(async () => {});
    await work({ 'images.process': handler });
    await expect.poll(() => handler.mock.calls, { timeout: 25_000 }).toEqual([[{ imageId: 7 }]]);
  });
});

test('mail is tried for a day, after growing waits', () => {
  const waits = Array.from({ length: triesOf.mail.attempts - 1 }, (_, index) => waitAfter('mail', index + 1));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(26);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_600_000);
  expect(waits[0]).toBeLessThanOrEqual(5_000);
});
