import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The bytes of memory that must be free. They are twice what a run was measured to use. */
const requiredBytes = 6e9;

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > requiredBytes;
  } catch {
    return false;
  }
}

/**
 * Makes child processes store their temporary files in memory, if enough is free, because the tests create and drop hundreds of
 * databases, which takes long on a disk. Removes the folder when this process exits. Does nothing if TMPDIR is set.
 */
export function storeTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'kith-'));
  // When root runs the tests, PostgreSQL runs as another user, whom this mode lets pass through the folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
