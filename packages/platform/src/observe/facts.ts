import { readFileSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** As it stands in the package.json of the whole. */
export const kithVersion: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version;

/** Bytes free for us and in all on the disk of a folder; null where the system does not tell. */
export async function diskOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

export interface LastBackup {
  /** ISO 8601. */
  at: string;
  file: string;
  bytes: number;
}

/** The last backup, as recorded in DATA_DIR; null when there was none. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const { at, file, bytes } = JSON.parse(await readFile(join(dataDir, 'last-backup.json'), 'utf8')) as LastBackup;
    return Number.isNaN(Date.parse(at)) ? null : { at, file: String(file), bytes: Number(bytes) };
  } catch {
    return null;
  }
}
