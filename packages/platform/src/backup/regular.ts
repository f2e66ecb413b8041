import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, now } from '@kith/db';
import { type FileStorage, type Log, noteState, serverState } from '@kith/domain';
import { withoutAddresses } from '../log.ts';
import type { Settings } from '../settings.ts';
import { lineOf } from '../startError.ts';
import { type Backup, type BackupOptions, writeBackup } from './dump.ts';
import { backupName, removeOldBackups, requireSpace } from './folder.ts';

/** Makes a backup, and records it as the last one, or why it failed. */
export async function makeRecordedBackup(db: Database, options: BackupOptions): Promise<Backup> {
  try {
    const { lastBackup } = await serverState({ db });
    await requireSpace(options.file, Math.round((lastBackup?.bytes ?? 0) * 1.1));
    const made = await writeBackup(options);
    await noteState({ db }, { backedUpAt: now(), backupFile: options.file, backupBytes: made.bytes });
    return made;
  } catch (error) {
    const [line = ''] = lineOf(error).split('\n');
    const backupError = withoutAddresses(line).slice(0, 500);
    await noteState({ db }, { backupFailedAt: now(), backupError }).catch(() => {});
    throw error;
  }
}

/** Makes a backup in BACKUP_DIR, of which the newest BACKUP_KEEP are kept. A failure is logged and thrown. */
export async function makeBackupInFolder(
  { backup, databaseUrl }: Pick<Settings, 'backup' | 'databaseUrl'>,
  { db, storage, log }: { db: Database; storage: FileStorage; log: Log },
): Promise<void> {
  if (!databaseUrl) return;
  const { community, restoredAt } = await serverState({ db });
  // A copy may have been started with the settings of the original, whose backups it would replace by its own.
  if (restoredAt !== null) {
    log.warn({}, 'no backup was made, because this is a restored copy: npm run kith -- confirm-restore');
    return;
  }
  try {
    await mkdir(backup.folder, { recursive: true, mode: 0o700 });
    const file = join(backup.folder, backupName(community, new Date()));
    const { bytes } = await makeRecordedBackup(db, { databaseUrl, storage, file });
    log.info({ file, bytes }, 'everything is backed up');
    await removeOldBackups({ backup }, community);
  } catch (err) {
    log.error({ err }, 'the backup failed');
    throw err;
  }
}

/** The worker's scheduled backup. The queue's schedule may still exist after BACKUP_EVERY was removed from the settings. */
export async function makeRegularBackup(
  settings: Settings,
  parts: { db: Database; storage: FileStorage; log: Log },
): Promise<void> {
  if (settings.backup.everyMs) await makeBackupInFolder(settings, parts);
}
