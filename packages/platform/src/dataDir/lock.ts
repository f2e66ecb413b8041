import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, startTimeOf } from '../processes.ts';
import { StartError } from '../startError.ts';

const lockName = 'kith.lock';

/**
 * Keeps a second Kith off the same folder. A lock whose process is gone, even by kill -9, does not hold.
 * Returns a function that gives the lock back.
 * @throws StartError while another process holds it
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, lockName);
  const own = `${process.pid} ${startTimeOf(process.pid) ?? ''}\n${identityOf(folder)}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    if (!tryLink(draft, lock)) {
      removeStale(lock, folder);
      if (!tryLink(draft, lock)) throw heldBy(lock, folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(lock) === own) rmSync(lock, { force: true });
  };
}

/** Whether a process keeps this folder. The lock that came along with a copy does not hold for the copy. */
export const isLocked = (folder: string): boolean => isHeld(read(join(folder, lockName)), folder);

// The folder itself, whatever it is called now.
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}

// A link fails when the name exists, and never shows a half-written file.
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
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  // Between reading and moving, another start may have taken the lock: then it is given back.
  if (isHeld(read(aside), folder)) tryLink(aside, lock);
  rmSync(aside, { force: true });
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
