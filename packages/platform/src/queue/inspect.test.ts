import { createTestDatabase } from '@kith/db/testing';
import { type Job, Refusal } from '@kith/domain';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { recordingLog } from '../testing/stores.ts';
import { inspectQueues, type QueueInspector } from './inspect.ts';
import { createQueue, type PlatformQueue } from './queue.ts';
import { type Handlers, startWorkers } from './workers.ts';

onBothBackends('an operator', (backend: Backend) => {
  let queue: PlatformQueue;
  let inspector: QueueInspector;
  beforeEach(async (context) => {
    backend.need(context);
    const stores = await backend.open();
    queue = await createQueue(stores);
    inspector = await inspectQueues(stores);
  });

  afterEach(async () => {
    await Promise.all([queue?.close(), inspector?.close()]);
  });

  const image = (imageId: number): Job => ({ name: 'images.process', payload: { imageId } });
  const stateOf = async (name: string) => (await inspector.states()).find((state) => state.queue === name);

  test('shows what waits and for how long, what failed and why, and what is scheduled', async () => {
    expect(await stateOf('images')).toMatchObject({ waiting: 0, oldestSeconds: null });
    await queue.add([image(1), image(2)]);
    await queue.scheduleEvery('feed.trim', 60_000);
    await expect.poll(async () => (await stateOf('images'))?.oldestSeconds).toBeGreaterThan(0.25);
    const state = await stateOf('images');
    expect(state).toMatchObject({ queue: 'images', waiting: 2, active: 0, failed: 0 });
    expect(state?.oldestSeconds).toBeLessThan(30);
    const [schedule] = await inspector.schedules();
    expect(schedule).toMatchObject({ name: 'feed.trim', queue: 'work', everySeconds: 60 });
    expect(Math.abs(Date.parse(schedule?.next ?? '') - Date.now())).toBeLessThan(61_000);
  });

  test('who retries or drops a failed job at the same moment as somebody else is told that there is none', async () => {
    const fail = async () => {
      throw new Error('no answer');
    };
    const handlers = new Proxy({}, { get: () => fail }) as Handlers;
    const stores = await backend.open();
    const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log: backend.log });
    const mail = inspector.queues.find(({ name }) => name === 'mail');
    for (let round = 0; round < 2; round += 1) await mail?.add('auth.sendConfirmation', {}, { attempts: 1 });
    const failed = async () => (await inspector.failed(10)).filter(({ name }) => name === 'auth.sendConfirmation');
    await expect.poll(async () => (await failed()).length).toBe(2);
    await workers.close();
    const [one, other] = await failed();
    const retried = await Promise.all([1, 2, 3].map(() => inspector.retry(one?.id ?? '')));
    expect(retried.sort()).toEqual([0, 0, 1]);
    const { retry, remove } = inspector;
    const both = await Promise.all([retry(other?.id ?? ''), remove(other?.id ?? '')]);
    expect(both).toContain(1);
    expect(await failed()).toEqual([]);
  });
});

test('a rejected promise fails a job with its cause', async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  const log = recordingLog();
  const stores = await openStores(loadSettings({ DATABASE_URL: database.url }), { log });
  const queue = await createQueue(stores);
  const inspector = await inspectQueues(stores);
  const handler = async () => {
    throw new Refusal('busy', { cause: new Error('read ECONNRESET') });
  };
  const handlers = new Proxy({}, { get: () => handler }) as Handlers;
  const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log });
  await inspector.queues.find(({ name }) => name === 'images')?.add('images.process', {}, { attempts: 1 });
  await expect.poll(() => inspector.failed(1)).toMatchObject([{ reason: 'busy: read ECONNRESET' }]);
  await Promise.all([workers.close(), queue.close(), inspector.close()]);
  await stores.close();
  await database.drop();
});
