import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startGuard } from './guard.ts';

const children = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);

test.skipIf(process.platform !== 'linux')(
  'a guard that was killed with all other processes closes',
  async () => {
    const before = new Set(children());
    const guard = startGuard(1);
    guard.add(undefined);
    const [shell] = children().filter((pid) => !before.has(pid));
    process.kill(Number(shell), 'SIGTERM');
    await expect.poll(() => children().includes(String(shell))).toBe(false);
    await expect(guard.close()).resolves.toBeUndefined();
  },
  30_000,
);
