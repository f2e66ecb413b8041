import type { Job, JobName } from '@kith/domain';
import * as bullmq from 'bullmq';
import { expect, test, vi } from 'vitest';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { queueState } from '../testing/queueState.ts';
import { image, queueForEachTest } from '../testing/queues.ts';
import { chooseBackend } from './backend.ts';
import { failedJobRetention, queueOf, queues, retryDelay } from './queues.ts';

onBothBackends('the queue', (backend: Backend) => {
  const ofTest = queueForEachTest(backend);

  test('passes each job to its handler, and retries a failing one', async () => {
    const seen: number[] = [];
    await ofTest.work({
      async 'images.process'({ imageId }) {
        seen.push(imageId);
        if (imageId === 2 && seen.filter((id) => id === 2).length < 2) throw new Error('not yet');
      },
    });
    await ofTest.queue.add([image(1), image(2), { name: 'expired.remove', payload: {} }]);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1, 2, 2]);
    expect(backend.log.messages).toContain('a job failed');
  });

  test('holds mails, pushes and removals of a restored copy back until it is released, and then loses none', async () => {
    const seen: string[] = [];
    const workers = await ofTest.work(
      {
        'auth.sendConfirmation': async () => void seen.push('mail'),
        'images.remove': async () => void seen.push('file'),
        'images.process': async () => void seen.push('picture'),
      },
      { heldBack: true },
    );
    await ofTest.queue.add([
      { name: 'auth.sendConfirmation', payload: { userId: 1 } },
      { name: 'images.remove', payload: { keys: [] } },
      image(1),
    ]);
    await expect.poll(() => seen).toEqual(['picture']);
    for (const held of ['mail', 'files'] as const) expect((await queueState(ofTest.stores, held)).waiting).toBe(1);
    workers.release();
    await expect.poll(() => seen.toSorted()).toEqual(['file', 'mail', 'picture']);
  });

  test("is fair: a second member's first picture comes before the first member's second", async () => {
    const seen: number[] = [];
    const picture = (imageId: number, round: number): Job => ({ name: 'images.process', payload: { imageId, round } });
    await ofTest.queue.add([picture(1, 1), picture(2, 2), picture(3, 3), picture(4, 4)]);
    await ofTest.queue.add([picture(5, 1), picture(6, 2)]);
    expect((await queueState(ofTest.stores, 'images')).waiting).toBe(6);
    await ofTest.work({ 'images.process': async ({ imageId }) => void seen.push(imageId) });
    await expect.poll(() => seen).toEqual([1, 5, 2, 6, 3, 4]);
  });

  test('lets neither a removal wait for the pictures of a narrowed post, nor a backup for exports', async () => {
    const slow = Promise.withResolvers<void>();
    const begun: JobName[] = [];
    const one = <N extends JobName>(name: N) => ({ [name]: async () => void begun.push(name) });
    const exported = (userId: number): Job => ({ name: 'exports.make', payload: { userId, key: '' } });
    const renamed = (imageId: number): Job => ({ name: 'images.rename', payload: { imageId, from: '', to: '' } });
    await ofTest.queue.add([renamed(1), renamed(2), renamed(3), { name: 'images.remove', payload: { keys: [] } }]);
    await ofTest.work({
      ...one('images.rename'),
      ...one('images.remove'),
      ...one('backups.make'),
      'exports.make': () => slow.promise,
    });
    ofTest.closing.push(async () => slow.resolve());
    await expect.poll(() => begun.length).toBe(4);
    expect(begun[0]).toBe('images.remove');
    await ofTest.queue.add([exported(1), exported(2), exported(3), { name: 'backups.make', payload: {} }]);
    await expect.poll(() => begun.at(-1)).toBe('backups.make');
  });

  test('keeps one job per id, and accepts the id again once that job is done', async () => {
    const handler = vi.fn(async () => {});
    await ofTest.queue.add([image(1, 'same'), image(1, 'same')]);
    await ofTest.queue.add([image(1, 'same')]);
    expect((await queueState(ofTest.stores, 'images')).waiting).toBe(1);
    await ofTest.work({ 'images.process': handler });
    await expect.poll(() => handler.mock.calls.length).toBe(1);
    await expect.poll(async () => (await queueState(ofTest.stores, 'images')).active).toBe(0);
    await ofTest.queue.add([image(1, 'same')]);
    await expect.poll(() => handler.mock.calls.length).toBe(2);
  });

  test('has a next run of a schedule, however many processes register it at once', async () => {
    const day = 24 * 3600 * 1000;
    const register = () => ofTest.queue.scheduleEvery('feed.trim', day).catch(() => {});
    await ofTest.work({});
    await Promise.all([register(), register(), register()]);
    // Processes that register a schedule at the same time may be refused, or leave it without a next run; the worker's check,
    // every ten seconds, registers it again.
    const isRegistered = async () => (await ofTest.queue.isScheduled('feed.trim')) || register().then(() => false);
    await expect.poll(isRegistered).toBe(true);
    // Each registration may cause a run at once, and those of two different milliseconds a next run each.
    const isIdle = async () => {
      const { waiting, active, delayed } = await queueState(ofTest.stores, 'work');
      return waiting === 0 && active === 0 && delayed > 0 && delayed <= 3;
    };
    await expect.poll(isIdle).toBe(true);
  });

  test('knows whether the next run of a schedule is in the queue', async () => {
    const { queue } = ofTest;
    expect(await queue.isScheduled('feed.trim')).toBe(false);
    await queue.scheduleEvery('feed.trim', 300);
    expect(await queue.isScheduled('feed.trim')).toBe(true);
    const { redis, pool } = ofTest.stores;
    const { Queue, connection, prefix } = chooseBackend(ofTest.stores, 'queueing');
    const jobs = new Queue(queueOf['feed.trim'], { connection, prefix });
    ofTest.closing.push(() => jobs.close());
    // The schedule remains, but its next run is lost.
    if (redis) await redis.client.del(jobs.toKey('wait'), jobs.toKey('delayed'));
    else await pool.query('delete from bullmq.job');
    expect((await jobs.getJobSchedulers()).map(({ key }) => key)).toEqual(['feed.trim']);
    expect(await queue.isScheduled('feed.trim')).toBe(false);
    await queue.scheduleEvery('feed.trim', 300);
    const handler = vi.fn(async () => {});
    await ofTest.work({ 'feed.trim': handler });
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  test('delays no queue by the jobs of another', async () => {
    const slow = Promise.withResolvers<void>();
    const begun: JobName[] = [];
    const done: JobName[] = [];
    const stuck = async (name: JobName) => {
      begun.push(name);
      await slow.promise;
    };
    const quick = Object.keys(queueOf).filter((name) => !['erase', 'mail'].includes(queueOf[name as JobName]));
    await ofTest.work({
      ...Object.fromEntries(quick.map((name) => [name, async () => void done.push(name as JobName)])),
      'users.erase': () => stuck('users.erase'),
      'auth.sendPasswordReset': () => stuck('auth.sendPasswordReset'),
    });
    ofTest.closing.push(async () => slow.resolve());
    const both = (n: number): Job[] => [
      { name: 'users.erase', payload: { userId: n } },
      { name: 'auth.sendPasswordReset', payload: { email: `${n}@kith.test` } },
    ];
    await ofTest.queue.add([1, 2, 3, 4, 5, 6, 7, 8].flatMap(both));
    await expect.poll(() => begun.length).toBe(queues.erase.concurrency + queues.mail.concurrency);
    await ofTest.queue.add(quick.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.toSorted()).toEqual(quick.toSorted());
    expect(begun).toHaveLength(queues.erase.concurrency + queues.mail.concurrency);
    slow.resolve();
    await expect.poll(() => begun.length).toBe(16);
  });

  test('reports the record of a job that is done or has failed for good, if it may lose jobs', async () => {
    const forgotten: number[] = [];
    const seen: object[] = [];
    const { durable } = ofTest.queue;
    expect(durable).toBe(ofTest.stores.redis === null);
    await ofTest.work(
      {
        async 'images.process'(payload) {
          seen.push(payload);
          if (payload.imageId === 2) throw new bullmq.UnrecoverableError('no');
        },
      },
      { deleteJobRecord: async (record) => void forgotten.push(record) },
    );
    await ofTest.queue.add([1, 2].map((imageId) => ({ ...image(imageId), record: imageId + 40 })));
    await expect.poll(() => seen).toEqual([{ imageId: 1 }, { imageId: 2 }]);
    await expect.poll(async () => (await queueState(ofTest.stores, 'images')).failed).toBe(1);
    await expect.poll(() => forgotten).toEqual(durable ? [] : [41, 42]);
  });

  test('keeps no failed run of a schedule, because the next run does its work', async () => {
    let runs = 0;
    await ofTest.work({
      async 'pendingJobs.relay'() {
        runs += 1;
        throw new Error('not now');
      },
    });
    await ofTest.queue.scheduleEvery('pendingJobs.relay', 300);
    await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
    expect((await queueState(ofTest.stores, 'relay')).failed).toBe(0);
  });

  test('deletes failed jobs past their age, even if no other fails', async () => {
    const { Queue, connection, prefix } = chooseBackend(ofTest.stores, 'queueing');
    const images = new Queue('images', { connection, prefix });
    ofTest.closing.push(() => images.close());
    await ofTest.work({ 'images.process': async () => Promise.reject(new bullmq.UnrecoverableError('no')) });
    await ofTest.queue.add([image(1), image(2)]);
    await expect.poll(async () => (await queueState(ofTest.stores, 'images')).failed).toBe(2);
    await ofTest.queue.removeOld();
    expect((await queueState(ofTest.stores, 'images')).failed).toBe(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (failedJobRetention.age + 60) * 1_000 });
    await ofTest.queue.removeOld().finally(() => vi.useRealTimers());
    expect((await queueState(ofTest.stores, 'images')).failed).toBe(0);
  });
});

test('mail is retried for a day, with growing delays', () => {
  const waits = Array.from({ length: queues.mail.attempts - 1 }, (_, index) => retryDelay('mail', index + 1));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(26);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_600_000);
  expect(waits[0]).toBeLessThanOrEqual(5_000);
});
