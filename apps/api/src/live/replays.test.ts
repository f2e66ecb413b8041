import { expect, test } from 'vitest';
import { Replays } from './replays.ts';

const nextTick = () => new Promise(setImmediate);

/** Creates reads that finish when the test says so, and records which of them have started. */
function reads(replays: Replays) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const read = (userId: number, name: string) => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return replays.run(userId, () => {
      begun.push(name);
      return end.promise;
    });
  };
  return {
    begun,
    read,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('reads for one member sequentially, also after a failed read, and for two members in parallel', async () => {
  const { begun, read, end, fail } = reads(new Replays({ acquireSlot: () => undefined, releaseSlot: () => {} }));
  const first = read(7, 'first');
  const failed = read(7, 'failed');
  const last = read(7, 'last');
  const other = read(8, 'other');
  await nextTick();
  expect(begun).toEqual(['first', 'other']);
  end('first');
  expect(await first).toBe('first');
  await nextTick();
  expect(begun).toEqual(['first', 'other', 'failed']);
  fail('failed');
  await expect(failed).rejects.toThrow('failed');
  end('last');
  end('other');
  expect(await Promise.all([last, other])).toEqual(['last', 'other']);
});

test('holds one of the member’s concurrency slots during a read, then releases it', async () => {
  const free = Promise.withResolvers<void>();
  const taken: string[] = [];
  const limiter = {
    acquireSlot: (userId: number) => {
      taken.push(`take ${userId}`);
      return free.promise;
    },
    releaseSlot: (userId: number) => void taken.push(`end ${userId}`),
  };
  const { begun, read, end } = reads(new Replays(limiter));
  const only = read(7, 'only');
  await nextTick();
  expect([begun, taken]).toEqual([[], ['take 7']]);
  free.resolve();
  end('only');
  await only;
  expect(taken).toEqual(['take 7', 'end 7']);
});
