import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Several databases at once, each with its log: twice what a run was seen to take. */
const enough = 6e9;

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > enough;
  } catch {
    return false;
  }
}

/**
 * Has everything that starts from here keep its temporary files in memory, where there is enough: the tests make and drop
 * hundreds of databases, each of hundreds of files, which costs a disk's file system a good part of a run. Removed at the end,
 * and when the run is ended early. A TMPDIR that was given is left alone.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'kith-'));
  // PostgreSQL's user may pass through it when the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
