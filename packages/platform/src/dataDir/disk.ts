import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free and total bytes of the disk that holds a folder; null if the system does not report them. */
export async function diskOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

/** How often the free space is checked, in milliseconds. */
const intervalMs = 1_000;

/** The bytes kept in reserve beside the embedded PostgreSQL: four of the files in which it logs what it writes. */
const reserveBytes = 64_000_000;

/** With fewer free bytes than this, a disk counts as full: PostgreSQL would soon stop, and then nothing could be read either. */
const minFreeBytes = 16_000_000;

/** With more free bytes than this, a released reserve is made again. */
const refillBytes = reserveBytes + 2 * minFreeBytes;

const reserveIn = (folder: string): string => join(folder, 'reserve');

/** The size of the reserve: 0 while it is released, null if there is none. */
function sizeOfReserve(folder: string): number | null {
  try {
    return statSync(reserveIn(folder)).size;
  } catch {
    return null;
  }
}

/**
 * Whether the disk of DATA_DIR is full, so that writes are refused. Also true until a released reserve can be made again; that it is
 * made again is not waited for, because nothing makes it once the database is an outside PostgreSQL.
 */
export async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await diskOf(folder);
  return disk !== null && disk.free <= (sizeOfReserve(folder) === 0 ? refillBytes : minFreeBytes);
}

export interface WatchedDisk {
  readonly full: boolean;
  /** Whether the released reserve is used up too, so that even what writes little is refused. */
  readonly usedUp: boolean;
  close(): void;
}

/** Checks each second whether the disk of a folder is full, and calls `onChange` when that changes. */
export function watchDisk(folder: string, onChange: (full: boolean) => void): WatchedDisk {
  let full = false;
  let usedUp = false;
  const timer = setInterval(async () => {
    const now = await isDiskFull(folder);
    usedUp = now && ((await diskOf(folder))?.free ?? 0) <= minFreeBytes;
    if (now === full) return;
    full = now;
    onChange(full);
  }, intervalMs).unref();
  return {
    get full() {
      return full;
    },
    get usedUp() {
      return usedUp;
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Keeps a reserve in a folder. When its disk is full, the reserve is released to PostgreSQL, which needs some space even to start and
 * to read; once enough is free, it is made again.
 */
export async function keepReserve(folder: string): Promise<{ close(): void }> {
  const check = async () => {
    const disk = await diskOf(folder);
    if (!disk) return;
    const size = sizeOfReserve(folder);
    if (size === reserveBytes && disk.free < minFreeBytes) truncateSync(reserveIn(folder));
    else if (size !== reserveBytes && disk.free > refillBytes) writeReserve(folder);
    else if (size === null) closeSync(openSync(reserveIn(folder), 'w', 0o600));
  };
  // A disk that fills up within the second of a check is checked again.
  const tolerant = () => check().catch(() => {});
  await tolerant();
  const timer = setInterval(tolerant, intervalMs).unref();
  return { close: () => clearInterval(timer) };
}

/** Writes the reserve. A disk that compresses, or a file with holes, would keep less than its size, so it is not of zeros. */
function writeReserve(folder: string): void {
  const part = Buffer.alloc(1_000_000);
  const file = openSync(reserveIn(folder), 'w', 0o600);
  try {
    for (let written = 0; written < reserveBytes; written += part.length) {
      crypto.getRandomValues(part.subarray(0, 65_536));
      part.copyWithin(65_536, 0, part.length - 65_536);
      writeSync(file, part);
    }
  } finally {
    closeSync(file);
  }
}
