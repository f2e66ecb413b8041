import type { LiveEvent } from '@kith/domain';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { createLiveBus } from '../platform.ts';
import { nodesOf } from '../redis/index.ts';
import type { Stores } from '../stores.ts';
import { onBothBackends } from '../testing/backends.ts';
import { splitEvent } from './postgres.ts';

const liked = (to: number[], postId = 1): LiveEvent => ({
  name: 'post.liked',
  to,
  payload: { postId, authorId: 1, userId: 2, liked: true },
});

onBothBackends('the live bus', (backend) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function join() {
    const stores = await backend.open();
    const bus = createLiveBus(stores, backend.log);
    closing.push(bus.close);
    const received: LiveEvent[] = [];
    const unsubscribe = bus.subscribe((event) => received.push(event));
    return { bus, received, unsubscribe, stores };
  }

  test('delivers an event to every process, the publishing one included, until it unsubscribes', async (context) => {
    backend.need(context);
    const [alice, bob] = [await join(), await join()];
    await expect
      .poll(async () => {
        await alice.bus.publish(liked([7]));
        return [alice.received.length > 0, bob.received.length > 0];
      })
      .toEqual([true, true]);
    expect(bob.received[0]).toEqual(liked([7]));
    // In a cluster each node forwards messages independently. When alice gets this event, she has got all earlier ones, which
    // were published in the same way.
    await alice.bus.publish(liked([6]));
    await expect.poll(() => alice.received).toContainEqual(liked([6]));
    bob.unsubscribe();
    const before = bob.received.length;
    await alice.bus.publish(liked([8]));
    await expect.poll(() => alice.received.at(-1)).toEqual(liked([8]));
    expect(bob.received.length).toBe(before);
  });

  test('delivers to more recipients than one message can contain', async (context) => {
    backend.need(context);
    const { bus, received } = await join();
    const everybody = Array.from({ length: 5000 }, (_, index) => 1_000_000 + index);
    await expect
      .poll(async () => {
        await bus.publish(liked([7], 2));
        return received.length;
      })
      .toBeGreaterThan(0);
    await bus.publish(liked(everybody));
    const split = () => received.filter(({ payload }) => 'postId' in payload && payload.postId === 1);
    await expect.poll(() => split().flatMap(({ to }) => to ?? []).length, { timeout: 10_000 }).toBe(5000);
    expect(new Set(split().flatMap(({ to }) => to ?? []))).toEqual(new Set(everybody));
  });

  test('subscribes again after a lost connection, and reports that events may be missing', async (context) => {
    backend.need(context);
    const { bus, received, stores } = await join();
    await expect
      .poll(async () => {
        await bus.publish(liked([1]));
        return received.length;
      })
      .toBeGreaterThan(0);
    await dropConnections(stores.databaseUrl);
    const { redis } = stores;
    if (redis) for (const node of nodesOf(redis.client, 'all')) await node.call('client', 'kill', 'type', 'pubsub');
    await expect
      .poll(async () => {
        await bus.publish(liked([2], 99)).catch(() => {});
        return received.some(({ to }) => to?.includes(2));
      })
      .toBe(true);
    // A cluster's client does not say that it subscribed at another node: only a gap of half a second is noticed there.
    if (!redis?.client.isCluster)
      await expect.poll(() => received.some(({ name }) => name === 'events.lost')).toBe(true);
  });

  test('reports lost events once it can publish again', async (context) => {
    backend.need(context);
    const stores = await backend.open();
    const [other, { redis, pool }] = [await join(), stores];
    const broken = { ...stores, ...(redis ? { redis: unavailable(redis) } : { pool: failing(pool) }) } as typeof stores;
    const bus = createLiveBus(broken, backend.log);
    closing.push(bus.close);
    await expect
      .poll(async () => {
        await other.bus.publish(liked([1]));
        return other.received.length;
      })
      .toBeGreaterThan(0);
    await expect(bus.publish(liked([2]))).rejects.toThrow('unavailable');
    expect(other.received.some(({ name }) => name === 'events.lost')).toBe(false);
    await expect.poll(() => other.received.some(({ name }) => name === 'events.lost')).toBe(true);
  });
});

/** A Redis store that counts as unavailable the first time it is asked. */
function unavailable(redis: NonNullable<Stores['redis']>) {
  let asked = 0;
  return Object.defineProperty(Object.create(redis), 'unavailable', { get: () => asked++ === 0 });
}

/** A pool whose first statement fails. */
function failing(pool: Stores['pool']) {
  const copy = Object.create(pool);
  let asked = 0;
  copy.query = (...given: Parameters<typeof pool.query>) =>
    asked++ === 0 ? Promise.reject(new Error('The database is unavailable')) : pool.query(...given);
  return copy;
}

async function dropConnections(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

describe('an event too large for one message', () => {
  test('is split by recipients, and refused when its payload alone is too large', () => {
    const texts = splitEvent(liked(Array.from({ length: 100 }, (_, index) => index)), 200);
    expect(texts.every((text) => Buffer.byteLength(text) <= 200)).toBe(true);
    expect(texts.flatMap((text) => JSON.parse(text).to)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(() => splitEvent(liked([1]), 10)).toThrow(RangeError);
  });
});
