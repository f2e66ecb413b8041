import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The free memory that is required, in bytes: twice the measured use of a run, which has several databases in parallel. */
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
 * Keeps the temporary files of all child processes in memory, if there is enough: the tests create and drop hundreds of databases
 * of hundreds of files each, which on a disk takes a good part of the run. The folder is removed at exit, also after an abort.
 * Does nothing if TMPDIR is set.
 */
export function storeTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'kith-'));
  // PostgreSQL's user may pass through it when the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
