import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, JobName } from '@kith/domain';
import * as bullmq from 'bullmq';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mastersOf } from '../redis/clients.ts';
import type { Stores } from '../stores.ts';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { queueState } from '../testing/queueState.ts';
import { chooseBackend } from './backend.ts';
import { createQueue, type PlatformQueue } from './queue.ts';
import { failedJobRetention, formerQueue, queueNames, queueOf, queues, retryDelay } from './table.ts';
import { type Handlers, startWorkers } from './workers.ts';

onBothBackends('the queue', (backend: Backend) => {
  let stores: Stores;
  let queue: PlatformQueue;
  const closing: (() => Promise<void>)[] = [];

  async function empty(): Promise<void> {
    if (stores.redis) for (const node of mastersOf(stores.redis.client)) await node.flushall();
    else await stores.pool.query('delete from bullmq.job; delete from bullmq.scheduler');
  }

  beforeEach(async (context) => {
    backend.need(context);
    stores = await backend.open();
    await empty();
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

  test('passes each job to its handler, and retries a failing one', async () => {
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

  test("is fair: a second member's first picture comes before the first member's second", async () => {
    const seen: number[] = [];
    const picture = (imageId: number, round: number): Job => ({ name: 'images.process', payload: { imageId, round } });
    await queue.add([picture(1, 1), picture(2, 2), picture(3, 3), picture(4, 4)]);
    await queue.add([picture(5, 1), picture(6, 2)]);
    expect((await queueState(stores, 'images')).waiting).toBe(6);
    await work({ 'images.process': async ({ imageId }) => void seen.push(imageId) });
    await expect.poll(() => seen).toEqual([1, 5, 2, 6, 3, 4]);
  });

  test('keeps one job per id, and accepts the id again once that job is done', async () => {
    const handler = vi.fn(async () => {});
    await queue.add([image(1, 'same'), image(1, 'same')]);
    await queue.add([image(1, 'same')]);
    expect((await queueState(stores, 'images')).waiting).toBe(1);
    await work({ 'images.process': handler });
    await expect.poll(() => handler.mock.calls.length).toBe(1);
    await expect.poll(async () => (await queueState(stores, 'images')).active).toBe(0);
    await queue.add([image(1, 'same')]);
    await expect.poll(() => handler.mock.calls.length).toBe(2);
  });

  test('repeats a scheduled job, once however many processes schedule it', async () => {
    const handler = vi.fn(async () => {});
    await work({ 'outbox.relay': handler });
    await Promise.all([1, 2, 3].map(() => queue.scheduleEvery('outbox.relay', 300)));
    const start = Date.now();
    await expect.poll(() => handler.mock.calls.length, { interval: 20 }).toBeGreaterThanOrEqual(8);
    // Each of the three calls may have caused one run at the start. Three schedules would have added the other five runs within
    // 600 ms, but a single schedule needs longer.
    expect(Date.now() - start).toBeGreaterThan(1_000);
  });

  test('notices a lost schedule, and restores it', async () => {
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('missing');
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('healthy');
    await empty();
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('missing');
    expect(await queue.scheduleEvery('expired.remove', 60_000)).toBe('healthy');
  });

  test('corrects runs that a clock set back has put far in the future', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    await queue.scheduleEvery('feed.trim', 300);
    vi.useRealTimers();
    const handler = vi.fn(async () => {});
    await work({ 'feed.trim': handler });
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('late');
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
  });

  test('notices that the next run of a schedule was lost, and restores it', async () => {
    await queue.scheduleEvery('feed.trim', 300);
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
    const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
    const jobs = new Queue(queueOf['feed.trim'], { connection, prefix });
    closing.push(() => jobs.close());
    const next = (await jobs.getJobScheduler('feed.trim'))?.next ?? 0;
    vi.useFakeTimers({ toFake: ['Date'], now: next + 6_000 });
    // The next run is overdue but still waits in the queue, as if behind other jobs, so the schedule counts as healthy.
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
    if (stores.redis) await stores.redis.client.del(jobs.toKey('wait'), jobs.toKey('delayed'));
    else await stores.pool.query('delete from bullmq.job');
    expect(await queue.scheduleEvery('feed.trim', 300)).toBe('stopped');
    vi.useRealTimers();
    const handler = vi.fn(async () => {});
    await work({ 'feed.trim': handler });
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  test('lets one process at a time repair a schedule', async () => {
    const others = await Promise.all([1, 2, 3].map(async () => createQueue(await backend.open())));
    closing.push(...others.map((other) => other.close));
    const found = await Promise.all([queue, ...others].map((each) => each.scheduleEvery('feed.trim', 60_000)));
    if (!stores.redis) expect(found.sort()).toEqual(['healthy', 'healthy', 'healthy', 'missing']);
    const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
    const jobs = new Queue(queueOf['feed.trim'], { connection, prefix });
    closing.push(() => jobs.close());
    expect(await jobs.getJobCountByTypes('waiting', 'delayed')).toBe(1);
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
    await work({
      ...Object.fromEntries(quick.map((name) => [name, async () => void done.push(name as JobName)])),
      'users.erase': () => stuck('users.erase'),
      'auth.sendPasswordReset': () => stuck('auth.sendPasswordReset'),
    });
    closing.push(async () => slow.resolve());
    const both = (n: number): Job[] => [
      { name: 'users.erase', payload: { userId: n } },
      { name: 'auth.sendPasswordReset', payload: { email: `${n}@kith.test` } },
    ];
    await queue.add([1, 2, 3, 4, 5, 6, 7, 8].flatMap(both));
    await expect.poll(() => begun.length).toBe(queues.erase.concurrency + queues.mail.concurrency);
    await queue.add(quick.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.toSorted()).toEqual(quick.toSorted());
    expect(begun).toHaveLength(queues.erase.concurrency + queues.mail.concurrency);
    slow.resolve();
    await expect.poll(() => begun.length).toBe(16);
  });

  test('runs the jobs that an earlier version left in its single queue, and replaces its schedules', async () => {
    const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
    const former = new Queue(formerQueue, { connection, prefix });
    const { FlowProducer } = stores.redis ? bullmq : bullmq.withBackend(bullmq.createPostgresBackend);
    const flows = new FlowProducer({ connection, prefix });
    closing.push(
      () => former.close(),
      () => flows.close(),
    );
    const runAt = '2026-01-01T00:00:00.000Z';
    await former.add('feed.fanOut', { postId: 1, afterFollowerId: 0 }, { removeOnComplete: true });
    await former.add('users.erase', { userId: 2 }, { delay: 500, removeOnComplete: true });
    const data = { runAt, slice: 0, of: 1 };
    const child = { name: 'popular.score', queueName: formerQueue, data, opts: { jobId: 'score-1' } };
    await flows.add({ name: 'popular.publish', queueName: formerQueue, data: { runAt }, children: [child] });
    await former.upsertJobScheduler('outbox.relay', { every: 300 }, { name: 'outbox.relay', data: {} });
    await former.upsertJobScheduler('feed.trim', { every: 60_000 }, { name: 'feed.trim', data: {} });

    const done: string[] = [];
    const note = (name: string) => async () => void done.push(name);
    const names = ['feed.fanOut', 'users.erase', 'popular.score', 'popular.publish'] as const;
    await work({ ...Object.fromEntries(names.map((name) => [name, note(name)])), 'outbox.relay': async () => {} });
    expect(await queue.scheduleEvery('outbox.relay', 60_000)).toBe('missing');
    expect(await queue.scheduleEvery('feed.trim', 60_000)).toBe('healthy');
    await expect.poll(() => done.toSorted()).toEqual(names.toSorted());
    expect((await former.getJobSchedulers()).map(({ name }) => name)).toEqual(['feed.trim']);
    // No run of the old schedule is left.
    const runs = async () =>
      (await former.getJobs(['active', 'delayed', 'waiting'])).filter(({ name }) => name === 'outbox.relay').length;
    await expect.poll(runs).toBe(0);
    // Simulates a worker of the previous version that is still running.
    await former.upsertJobScheduler('outbox.relay', { every: 300 }, { name: 'outbox.relay', data: {} });
    expect(await queue.scheduleEvery('outbox.relay', 60_000)).toBe('healthy');
    expect((await former.getJobSchedulers()).map(({ name }) => name)).toEqual(['feed.trim']);
  });

  test('deletes failed jobs past their age, even if no other fails', async () => {
    const { Queue, connection, prefix } = chooseBackend(stores, 'queueing');
    const images = new Queue('images', { connection, prefix });
    closing.push(() => images.close());
    await work({ 'images.process': async () => Promise.reject(new bullmq.UnrecoverableError('no')) });
    await queue.add([image(1), image(2)]);
    await expect.poll(async () => (await queueState(stores, 'images')).failed).toBe(2);
    await queue.removeOld();
    expect((await queueState(stores, 'images')).failed).toBe(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (failedJobRetention.age + 60) * 1_000 });
    await queue.removeOld().finally(() => vi.useRealTimers());
    expect((await queueState(stores, 'images')).failed).toBe(0);
  });

  test('is notified of jobs in all queues on one connection of PostgreSQL', async (context) => {
    context.skip(stores.redis !== null, 'Redis has connections enough');
    const done: string[] = [];
    await work(
      Object.fromEntries(
        Object.keys(queueOf).map((name) => [name, async () => void done.push(queueOf[name as JobName])]),
      ),
    );
    const listening = `select pid from pg_stat_activity
      where query like '%LISTEN bullmq_jobs%' and datname = current_database() and pid <> pg_backend_pid()`;
    const pids = async () => (await stores.pool.query(listening)).rows.map(({ pid }) => pid);
    await expect.poll(pids).toHaveLength(1);
    const one = queueNames.map((name) => Object.keys(queueOf).find((job) => queueOf[job as JobName] === name));
    await queue.add(one.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.toSorted()).toEqual(queueNames.toSorted());
    // When the listening connection is cut, all queues listen on a new one.
    const [cut] = await pids();
    await stores.pool.query('select pg_terminate_backend($1)', [cut]);
    await expect.poll(async () => (await pids()).filter((pid) => pid !== cut)).toHaveLength(1);
    await queue.add(one.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.length).toBe(2 * queueNames.length);
  });

  test('takes over the job of a killed worker', { timeout: 40_000 }, async () => {
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

test('mail is retried for a day, with growing delays', () => {
  const waits = Array.from({ length: queues.mail.attempts - 1 }, (_, index) => retryDelay('mail', index + 1));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(26);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_600_000);
  expect(waits[0]).toBeLessThanOrEqual(5_000);
});
