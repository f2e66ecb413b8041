// Long: waits for the locks of killed workers.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, JobName } from '@kith/domain';
import { expect, test, vi } from 'vitest';
import { type Backend, onBothBackends } from '../testing/backends.ts';
import { image, queueForEachTest } from '../testing/queues.ts';
import { recordingLog } from '../testing/stores.ts';
import { queueNames, queueOf } from './queues.ts';

onBothBackends('the queue', (backend: Backend) => {
  const ofTest = queueForEachTest(backend);

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

  test('says so when a running job has lost its lock, and not that the queue is unavailable', async () => {
    const finish = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const handler = () => {
      started.resolve();
      return finish.promise;
    };
    const log = recordingLog();
    await ofTest.work({ 'images.process': handler }, { log });
    await ofTest.queue.add([image(8)]);
    await started.promise;
    await ofTest.empty();
    // Locks are renewed every five seconds.
    await expect.poll(() => log.messages, { timeout: 15_000 }).not.toEqual([]);
    finish.resolve();
    expect(new Set(log.messages)).toEqual(
      new Set(['running jobs have lost their locks, so another worker may run them too']),
    );
  });
});
