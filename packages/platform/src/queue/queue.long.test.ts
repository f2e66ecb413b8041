// Long: waits for the locks of killed workers and for lost schedules; and rare: jobs of an earlier version.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, JobName } from '@kith/domain';
import * as bullmq from 'bullmq';
import { expect, test, vi } from 'vitest';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { image, queueForEachTest } from '../testing/queues.ts';
import { chooseBackend } from './backend.ts';
import { formerQueue, queueNames, queueOf } from './table.ts';

onBothBackends('the queue', (backend: Backend) => {
  const ofTest = queueForEachTest(backend);

  test('corrects runs that a clock set back has put far in the future', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    await ofTest.queue.scheduleEvery('feed.trim', 300);
    vi.useRealTimers();
    const handler = vi.fn(async () => {});
    await ofTest.work({ 'feed.trim': handler });
    expect(await ofTest.queue.scheduleEvery('feed.trim', 300)).toBe('late');
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(await ofTest.queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
  });

  test('notices that the next run of a schedule was lost, and restores it', async () => {
    await ofTest.queue.scheduleEvery('feed.trim', 300);
    expect(await ofTest.queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
    const { Queue, connection, prefix } = chooseBackend(ofTest.stores, 'queueing');
    const jobs = new Queue(queueOf['feed.trim'], { connection, prefix });
    ofTest.closing.push(() => jobs.close());
    const next = (await jobs.getJobScheduler('feed.trim'))?.next ?? 0;
    vi.useFakeTimers({ toFake: ['Date'], now: next + 6_000 });
    // The next run is overdue but still waits in the queue, as if behind other jobs, so the schedule counts as healthy.
    expect(await ofTest.queue.scheduleEvery('feed.trim', 300)).toBe('healthy');
    if (ofTest.stores.redis) await ofTest.stores.redis.client.del(jobs.toKey('wait'), jobs.toKey('delayed'));
    else await ofTest.stores.pool.query('delete from bullmq.job');
    expect(await ofTest.queue.scheduleEvery('feed.trim', 300)).toBe('stopped');
    vi.useRealTimers();
    const handler = vi.fn(async () => {});
    await ofTest.work({ 'feed.trim': handler });
    await expect.poll(() => handler.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  test('runs the jobs that an earlier version left in its single queue, and replaces its schedules', async () => {
    const { Queue, connection, prefix } = chooseBackend(ofTest.stores, 'queueing');
    const former = new Queue(formerQueue, { connection, prefix });
    const { FlowProducer } = ofTest.stores.redis ? bullmq : bullmq.withBackend(bullmq.createPostgresBackend);
    const flows = new FlowProducer({ connection, prefix });
    ofTest.closing.push(
      () => former.close(),
      () => flows.close(),
    );
    const runAt = '2026-01-01T00:00:00.000Z';
    await former.add('feed.fanOut', { postId: 1 }, { removeOnComplete: true });
    await former.add('users.erase', { userId: 2 }, { delay: 500, removeOnComplete: true });
    const data = { runAt, slice: 0, of: 1 };
    const child = { name: 'popular.score', queueName: formerQueue, data, opts: { jobId: 'score-1' } };
    await flows.add({ name: 'popular.publish', queueName: formerQueue, data: { runAt }, children: [child] });
    await former.upsertJobScheduler('outbox.relay', { every: 300 }, { name: 'outbox.relay', data: {} });
    await former.upsertJobScheduler('feed.trim', { every: 60_000 }, { name: 'feed.trim', data: {} });

    const done: string[] = [];
    const note = (name: string) => async () => void done.push(name);
    const names = ['feed.fanOut', 'users.erase', 'popular.score', 'popular.publish'] as const;
    await ofTest.work({
      ...Object.fromEntries(names.map((name) => [name, note(name)])),
      'outbox.relay': async () => {},
    });
    expect(await ofTest.queue.scheduleEvery('outbox.relay', 60_000)).toBe('missing');
    expect(await ofTest.queue.scheduleEvery('feed.trim', 60_000)).toBe('healthy');
    await expect.poll(() => done.toSorted()).toEqual(names.toSorted());
    expect((await former.getJobSchedulers()).map(({ name }) => name)).toEqual(['feed.trim']);
    // No run of the old schedule is left.
    const runs = async () =>
      (await former.getJobs(['active', 'delayed', 'waiting'])).filter(({ name }) => name === 'outbox.relay').length;
    await expect.poll(runs).toBe(0);
    // Simulates a worker of the previous version that is still running.
    await former.upsertJobScheduler('outbox.relay', { every: 300 }, { name: 'outbox.relay', data: {} });
    expect(await ofTest.queue.scheduleEvery('outbox.relay', 60_000)).toBe('healthy');
    expect((await former.getJobSchedulers()).map(({ name }) => name)).toEqual(['feed.trim']);
  });

  test('is notified of jobs in all queues on one connection of PostgreSQL', async (context) => {
    context.skip(ofTest.stores.redis !== null, 'Redis has connections enough');
    const done: string[] = [];
    await ofTest.work(
      Object.fromEntries(
        Object.keys(queueOf).map((name) => [name, async () => void done.push(queueOf[name as JobName])]),
      ),
    );
    const listening = `select pid from pg_stat_activity
      where query like '%LISTEN bullmq_jobs%' and datname = current_database() and pid <> pg_backend_pid()`;
    const pids = async () => (await ofTest.stores.pool.query(listening)).rows.map(({ pid }) => pid);
    await expect.poll(pids).toHaveLength(1);
    const one = queueNames.map((name) => Object.keys(queueOf).find((job) => queueOf[job as JobName] === name));
    await ofTest.queue.add(one.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.toSorted()).toEqual(queueNames.toSorted());
    // When the listening connection is cut, all queues listen on a new one.
    const [cut] = await pids();
    await ofTest.stores.pool.query('select pg_terminate_backend($1)', [cut]);
    await expect.poll(async () => (await pids()).filter((pid) => pid !== cut)).toHaveLength(1);
    await ofTest.queue.add(one.map((name) => ({ name, payload: {} }) as Job));
    await expect.poll(() => done.length).toBe(2 * queueNames.length);
  });

  test('takes over the job of a killed worker', { timeout: 40_000 }, async () => {
    const script = fileURLToPath(new URL('../testing/stuckWorker.ts', import.meta.url));
    const stuck: ChildProcess = fork(script, [ofTest.stores.databaseUrl, ofTest.stores.redisUrl ?? ''], {
      execArgv: [],
    });
    await once(stuck, 'message');
    await ofTest.queue.add([image(7)]);
    await once(stuck, 'message');
    stuck.kill('SIGKILL');
    const handler = vi.fn(async () => {});
    await ofTest.work({ 'images.process': handler });
    await expect.poll(() => handler.mock.calls, { timeout: 25_000 }).toEqual([[{ imageId: 7 }]]);
  });
});
