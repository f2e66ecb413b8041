import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { StartError } from '../startError.ts';

/** The last good backup, made by the worker or by hand. */
export interface LastBackup {
  /** When it began, ISO 8601. */
  at: string;
  /** Absolute. */
  file: string;
  bytes: number;
  /** How long it took. */
  seconds: number;
}

type Where = Pick<Settings, 'backup'>;

const recordIn = ({ backup }: Where): string => join(backup.folder, 'last-backup.json');

/** Remembers a backup as the last good one, in BACKUP_DIR. */
export async function recordBackup(settings: Where, backup: LastBackup): Promise<void> {
  await mkdir(settings.backup.folder, { recursive: true, mode: 0o700 });
  await writeFile(recordIn(settings), `${JSON.stringify(backup)}\n`, { mode: 0o600 });
}

/** The last good backup; null when none was made yet, or none that BACKUP_DIR knows of. */
export async function lastBackup(settings: Where): Promise<LastBackup | null> {
  try {
    const record = JSON.parse(await readFile(recordIn(settings), 'utf8')) as LastBackup;
    return Number.isNaN(Date.parse(record.at)) ? null : record;
  } catch {
    return null;
  }
}

/**
 * Makes BACKUP_DIR where backups are asked for.
 * @throws StartError when nothing can be written there
 */
export async function requireBackupFolder({ backup }: Where): Promise<void> {
  if (!backup.everyMs) return;
  try {
    await mkdir(backup.folder, { recursive: true, mode: 0o700 });
    await access(backup.folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `Setting BACKUP_DIR should name a folder that Kith may write, and ${backup.folder} is none (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
