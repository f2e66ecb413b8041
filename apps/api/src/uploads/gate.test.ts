import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

test('two at once, the others in their order, and a failure lets the next one in', async () => {
  const gate = new Gate(2);
  const started: number[] = [];
  const finish: ((fail?: Error) => void)[] = [];
  const task = (n: number) => () =>
    new Promise<number>((resolve, reject) => {
      started.push(n);
      finish[n] = (fail) => (fail ? reject(fail) : resolve(n));
    });
  const all = [0, 1, 2, 3].map((n) => gate.run(task(n)));
  await turn();
  expect(started).toEqual([0, 1]);
  finish[1]?.(new Error('broken'));
  await expect(all[1]).rejects.toThrow('broken');
  expect(started).toEqual([0, 1, 2]);
  finish[0]?.();
  await all[0];
  expect(started).toEqual([0, 1, 2, 3]);
  finish[2]?.();
  finish[3]?.();
  expect(await Promise.all([all[0], all[2], all[3]])).toEqual([0, 2, 3]);
  const later = gate.run(task(4));
  await turn();
  finish[4]?.();
  expect(await later).toBe(4);
});
