import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { batched } from './postgres.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));

test('calls during a running batch are combined into the next, in order, up to its size', async () => {
  const calls: string[] = [];
  const release: (() => void)[] = [];
  const send = batched(5, (payload) => {
    calls.push(payload);
    return new Promise<void>((resolve) => release.push(resolve));
  });
  const all = ['a', 'b', 'ł', 'b', 'longer'].map(send);
  expect(calls).toEqual(['a']);
  for (const each of all) {
    release.shift()?.();
    await each;
  }
  expect(calls).toEqual(['a', 'b\nł', 'b', 'longer']);
  const later = send('e');
  release.shift()?.();
  await later;
  expect(calls.at(-1)).toBe('e');
});

test('a failed batch rejects its calls, and the next continues', async () => {
  let fail = true;
  const calls: string[] = [];
  const send = batched(100, async (payload) => {
    calls.push(payload);
    if (fail) throw new Error('lost');
  });
  await expect(send('a')).rejects.toThrow('lost');
  fail = false;
  await send('b');
  expect(calls).toEqual(['a', 'b']);
});

test('calls soon after a batch wait to be combined; a single call does not', async () => {
  const calls: string[] = [];
  const rests: (() => void)[] = [];
  vi.mocked(wait).mockImplementation(() => new Promise<void>((resolve) => rests.push(resolve)));
  const send = batched(100, async (payload) => void calls.push(payload), 5);
  await send('a');
  const all = [send('b'), send('c')];
  expect(calls).toEqual(['a']);
  rests.shift()?.();
  await Promise.all(all);
  expect(calls).toEqual(['a', 'b\nc']);
});
