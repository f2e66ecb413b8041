import type { Job } from '@kith/domain';
import { UnrecoverableError } from 'bullmq';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { inspectQueues, type QueueInspector } from './inspect.ts';
import { createQueue, type PlatformQueue } from './queue.ts';
import { type Handlers, startWorkers, type Workers } from './workers.ts';

onBothBackends('an operator', (backend: Backend) => {
  let queue: PlatformQueue;
  let inspector: QueueInspector;
  let workers: Workers;
  let broken = true;
  const made: number[] = [];

  async function work(stores: Awaited<ReturnType<Backend['open']>>): Promise<void> {
    const handler = async ({ imageId }: { imageId: number }) => {
      if (broken) throw new UnrecoverableError('no such box\nat mail.example');
      made.push(imageId);
    };
    const handlers = new Proxy({}, { get: () => handler }) as Handlers;
    workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log: backend.log });
  }

  beforeEach(async (context) => {
    backend.need(context);
    const stores = await backend.open();
    queue = await createQueue(stores);
    inspector = await inspectQueues(stores);
  });

  afterEach(async () => {
    await workers?.close();
    await Promise.all([queue?.close(), inspector?.close()]);
  });

  const image = (imageId: number): Job => ({ name: 'images.process', payload: { imageId } });
  const stateOf = async (name: string) => (await inspector.states()).find((state) => state.queue === name);

  test('retries or removes failed jobs, one or all', async () => {
    await queue.add([image(1), image(2), image(3)]);
    await work(await backend.open());
    await expect.poll(async () => (await stateOf('images'))?.failed).toBe(3);
    const failed = await inspector.failed(10);
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({ id: expect.stringMatching(/^images\/.+/), attempts: 1, reason: 'no such box' });
    expect(await inspector.retry('images/none')).toBe(0);
    expect(await inspector.retry('nowhere/1')).toBe(0);
    broken = false;
    expect(await inspector.retry(failed[0]?.id ?? '')).toBe(1);
    await expect.poll(() => made).toHaveLength(1);
    expect(await inspector.remove(failed[1]?.id ?? '')).toBe(1);
    expect((await stateOf('images'))?.failed).toBe(1);
    expect(await inspector.retry('all')).toBe(1);
    await expect.poll(() => made).toHaveLength(2);
    expect(await inspector.retry('all')).toBe(0);
    expect((await stateOf('images'))?.failed).toBe(0);
    broken = true;
    await queue.add([image(4), image(5)]);
    await expect.poll(async () => (await stateOf('images'))?.failed).toBe(2);
    expect(await inspector.remove('all')).toBe(2);
    expect(await inspector.failed(10)).toEqual([]);
  });
});
