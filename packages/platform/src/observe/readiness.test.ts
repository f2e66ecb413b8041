import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('however many ask, it looks once a second', async () => {
  let looked = 0;
  const ready = readiness(async () => ++looked);
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(1_001);
  expect(await ready()).toBe(2);
});

test('a look that hangs is a no after three seconds, and the next one looks again', async () => {
  let hangs = true;
  const ready = readiness(() => (hangs ? new Promise(() => {}) : Promise.resolve('yes')));
  const asked = expect(ready()).rejects.toThrow('no answer within 3000 ms');
  await vi.advanceTimersByTimeAsync(3_000);
  await asked;
  hangs = false;
  expect(await ready()).toBe('yes');
});
