import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** Makes a disk of this many megabytes in memory, and returns its folder. Skips the test unless root runs it, who alone may do that. */
export function makeSmallDisk(context: TestContext, megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'kith-disk-'));
  const options = `size=${megabytes}m,mode=755`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  context.onTestFinished(() => {
    if (mounted) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });
  context.skip(!mounted, 'only root makes a disk to be filled');
  chmodSync(folder, 0o755);
  return folder;
}
