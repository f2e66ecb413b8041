import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('readiness is checked once a second, however many requests arrive', async () => {
  let looked = 0;
  const ready = readiness(async () => ++looked);
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(1_001);
  expect(await ready()).toBe(2);
});

test('readiness is false after a check hung for three seconds, and is checked again by the next request', async () => {
  let hangs = true;
  const ready = readiness(() => (hangs ? new Promise(() => {}) : Promise.resolve('yes')));
  const asked = expect(ready()).rejects.toThrow('no answer within 3000 ms');
  await vi.advanceTimersByTimeAsync(3_000);
  await asked;
  hangs = false;
  expect(await ready()).toBe('yes');
});
