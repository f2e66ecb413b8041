import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, startTimeOf } from '../processes.ts';
import { StartError } from '../startError.ts';

const lockName = 'kith.lock';

/**
 * Prevents a second Kith on the same folder. A lock whose process no longer exists, even after kill -9, is ignored. Returns a
 * function that releases the lock.
 * @throws StartError while another process holds the lock
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, lockName);
  const content = `${process.pid} ${startTimeOf(process.pid) ?? ''}\n${identityOf(folder)}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    if (!tryLink(draft, lock)) {
      removeStale(lock, folder);
      if (!tryLink(draft, lock)) throw heldBy(lock, folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(lock) === content) rmSync(lock, { force: true });
  };
}

/** Whether a process holds the lock of this folder. A lock file copied along with the folder does not lock the copy. */
export const isLocked = (folder: string): boolean => isHeld(read(join(folder, lockName)), folder);

// Identifies the folder itself, even after it was renamed.
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}

// Creates the lock by link(2), which fails when the name exists and never exposes a half-written file.
function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(lock: string, folder: string): void {
  if (isHeld(read(lock), folder)) throw heldBy(lock, folder);
  const stale = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, stale);
  } catch {
    return;
  }
  // Another start may have replaced the lock between the reading and the renaming; then that lock is put back.
  if (isHeld(read(stale), folder)) tryLink(stale, lock);
  rmSync(stale, { force: true });
}

function isHeld(content: string, folder: string): boolean {
  const [holder = '', where] = content.trim().split('\n');
  const [pid, started] = holder.trim().split(/\s(.*)/s);
  if (where && where !== identityOf(folder)) return false;
  if (!pid || !isRunning(Number(pid))) return false;
  return !started || startTimeOf(Number(pid)) === started;
}

function heldBy(lock: string, folder: string): StartError {
  const pid = read(lock).split(' ')[0];
  return new StartError(`Another Kith (process ${pid}) runs on ${folder}: stop it first, or name another DATA_DIR.`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
