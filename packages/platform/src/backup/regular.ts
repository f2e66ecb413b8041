import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage, Log } from '@kith/domain';
import type { Settings } from '../settings.ts';
import { type Backup, type BackupOptions, writeBackup } from './dump.ts';
import { recordBackup } from './record.ts';

const nameOf = (time: Date): string => `kith-${time.toISOString().replace(/[:.]/g, '-')}.tar.zst`;
export const backupName = /^kith-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.zst(\.part)?$/;

/** The time in the name of a backup, ISO 8601. */
export function timeOfBackup(name: string): string {
  const [, date, time = ''] = /(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d-\d\d\d)Z/.exec(name) ?? [];
  const [hours, minutes, seconds, milliseconds] = time.split('-');
  return `${date}T${hours}:${minutes}:${seconds}.${milliseconds}Z`;
}

/** The age in milliseconds after which an unfinished backup file counts as left behind by a killed process. */
const abandonedAfterMs = 86_400_000;

/** Makes a backup and records it as the last successful one. */
export async function makeRecordedBackup(settings: Pick<Settings, 'backup'>, options: BackupOptions): Promise<Backup> {
  const began = new Date();
  const made = await writeBackup(options);
  const seconds = Math.round((Date.now() - began.getTime()) / 1000);
  await recordBackup(settings, { at: began.toISOString(), file: options.file, bytes: made.bytes, seconds });
  return made;
}

/**
 * The worker's backup, every BACKUP_EVERY or when a host has asked for one; the newest BACKUP_KEEP are kept. A failure is logged and
 * thrown.
 */
export async function makeRegularBackup(
  settings: Settings,
  storage: FileStorage,
  log: Log,
  asked = false,
): Promise<void> {
  const { backup, databaseUrl } = settings;
  // The queue's schedule may still exist after BACKUP_EVERY was removed from the settings.
  if (!(asked ? backup.wanted : backup.everyMs) || !databaseUrl) return;
  try {
    await mkdir(backup.folder, { recursive: true, mode: 0o700 });
    const file = join(backup.folder, nameOf(new Date()));
    const { bytes } = await makeRecordedBackup(settings, { databaseUrl, storage, file });
    log.info({ file, bytes }, 'everything is backed up');
    await removeOld(backup.folder, backup.keep);
  } catch (err) {
    log.error({ err }, 'the backup failed');
    throw err;
  }
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const found = (await readdir(folder)).filter((name) => backupName.test(name)).sort();
  const complete = found.filter((name) => !name.endsWith('.part'));
  const old = complete.slice(0, Math.max(0, complete.length - keep));
  for (const name of found.filter((each) => each.endsWith('.part'))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - abandonedAfterMs) old.push(name);
  }
  for (const name of old) await rm(join(folder, name), { force: true });
}
