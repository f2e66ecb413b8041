import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeriodicBatches } from './periodicBatches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs each entry once per period, and only a bounded share of them at a time', () => {
  const taken: number[][] = [];
  const batches = new PeriodicBatches<number>(4_000, 40, (due) => taken.push([...due]));
  for (let n = 0; n < 1_000; n++) batches.add(n, n);
  vi.advanceTimersByTime(4_000);
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  expect(Math.max(...taken.map((part) => part.length))).toBe(25);
  vi.advanceTimersByTime(8_000);
  expect(taken.flat().length).toBe(3_000);
});

test('does not run a removed entry, nor any entry after closing', () => {
  const taken: string[] = [];
  const batches = new PeriodicBatches<string>(1_000, 10, (due) => taken.push(...due));
  batches.add('gone', 3);
  batches.add('there', 13);
  batches.delete('gone', 3);
  vi.advanceTimersByTime(1_000);
  expect(taken).toEqual(['there']);
  batches.close();
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual(['there']);
});
