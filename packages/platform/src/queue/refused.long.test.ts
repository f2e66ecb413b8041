// Long: a worker process rides out seconds without a database.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@kith/db/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { queueState } from '../testing/queueState.ts';
import { recordingLog } from '../testing/stores.ts';
import { createQueue, type PlatformQueue } from './queue.ts';

describe('a database that refuses connections at once', () => {
  let stores: Stores;
  let queue: PlatformQueue;
  let worker: ChildProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const said: unknown[] = [];
  const image = (imageId: number) => ({ name: 'images.process' as const, payload: { imageId } });

  /** Sends a word to the worker and returns the worker's next message, or 'deaf' if none comes within ten seconds. */
  const answer = (word: string) => {
    worker.send(word);
    return Promise.race([once(worker, 'message').then(([said]) => said), wait(10_000, 'deaf', { ref: false })]);
  };

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    stores = await openStores(loadSettings({ DATABASE_URL: database.url }), { log: recordingLog() });
    queue = await createQueue(stores);
    const script = fileURLToPath(new URL('../testing/refusedWorker.ts', import.meta.url));
    worker = fork(script, [database.url], { execArgv: [] });
    worker.on('message', (word) => said.push(word));
    await once(worker, 'message');
  });
  afterAll(async () => {
    worker.kill('SIGKILL');
    await queue.close();
    await stores.close();
    await database.drop();
  });

  test('does not stop the worker, which neither spins nor ignores signals during the outage, and continues after it', async () => {
    await queue.add([image(1), image(2)]);
    await expect.poll(() => said).toContain('took 1');
    worker.send('refuse');
    const before = await answer('ask');
    expect(before).toMatchObject({ refusals: expect.any(Number) });
    // Three seconds are long enough for several retries of each of the worker's queues; a loop without pauses would make thousands.
    await wait(3_000);
    const after = await answer('ask');
    expect(after.refusals - before.refusals).toBeLessThan(300);
    worker.send('give back');
    await expect.poll(() => said, { timeout: 30_000 }).toContain('took 2');
    await queue.add([image(1)]);
    await expect.poll(() => said.filter((word) => word === 'took 1').length, { timeout: 30_000 }).toBeGreaterThan(1);
    worker.send('refuse');
    expect(await answer('ask')).toMatchObject({ refusals: expect.any(Number) });
    worker.kill('SIGTERM');
    expect((await once(worker, 'exit'))[0]).toBe(0);
  });

  test('does not block a queue that was first used during the outage, once the outage is over', async () => {
    const late = await openStores(loadSettings({ DATABASE_URL: database.url }), { log: recordingLog() });
    const first = await createQueue(late);
    const { connect } = late.pool;
    late.pool.connect = (() => Promise.reject(new Error('PostgreSQL does not answer'))) as typeof connect;
    await expect(first.add([image(3)])).rejects.toThrow('does not answer');
    late.pool.connect = connect;
    await first.add([image(3)]);
    expect(await queueState(late, 'images')).toMatchObject({ waiting: 1 });
    await first.close();
    await late.close();
  });
});
