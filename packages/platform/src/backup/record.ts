import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { StartError } from '../startError.ts';

/** The last successful backup, made by the worker or by hand. */
export interface LastBackup {
  /** When the backup started, ISO 8601. */
  at: string;
  /** The absolute path of the archive. */
  file: string;
  bytes: number;
  /** How long the backup took. */
  seconds: number;
}

type BackupSettings = Pick<Settings, 'backup'>;

const recordPath = ({ backup }: BackupSettings): string => join(backup.folder, 'last-backup.json');

/** Writes the record of the last successful backup into BACKUP_DIR. */
export async function recordBackup(settings: BackupSettings, backup: LastBackup): Promise<void> {
  await mkdir(settings.backup.folder, { recursive: true, mode: 0o700 });
  await writeFile(recordPath(settings), `${JSON.stringify(backup)}\n`, { mode: 0o600 });
}

/** The last successful backup, or null if BACKUP_DIR has no record of one. */
export async function lastBackup(settings: BackupSettings): Promise<LastBackup | null> {
  try {
    const record = JSON.parse(await readFile(recordPath(settings), 'utf8')) as LastBackup;
    return Number.isNaN(Date.parse(record.at)) ? null : record;
  } catch {
    return null;
  }
}

/**
 * Creates BACKUP_DIR if backups are switched on.
 * @throws StartError when BACKUP_DIR is not writable
 */
export async function requireBackupFolder({ backup }: BackupSettings): Promise<void> {
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
