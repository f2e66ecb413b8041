import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskOf } from '../dataDir/disk.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../startError.ts';

type BackupSettings = Pick<Settings, 'backup'>;

/** A backup in BACKUP_DIR, which was read back in full before it got its name; `file` is the name without the folder. */
export interface KeptBackup {
  file: string;
  at: Date;
  bytes: number;
  verified: boolean;
}

/** A backup that is being made: since when, and the bytes that are written so far. */
export interface RunningBackup {
  since: Date;
  bytes: number;
}

/** The age in milliseconds after which an unfinished backup that does not grow counts as left behind by a killed process. */
const silentAfterMs = 120_000;
const abandonedAfterMs = 86_400_000;

/** The bytes that a backup leaves free on its disk, because PostgreSQL may need them. */
const spareBytes = 100_000_000;

/** The name of a backup: with the id of its community, because several may share a folder. */
export const backupName = (community: string, time: Date): string =>
  `kith-${community}-${time.toISOString().replace(/[:.]/g, '-')}.tar.zst`;

/** The time of a backup of this community, from its name; null for any other file. */
function timeOf(community: string, name: string): Date | null {
  const [, day, hour, minute, second, ms] =
    new RegExp(`^kith-${community}-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z\\.tar\\.zst$`).exec(
      name,
    ) ?? [];
  return day ? new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`) : null;
}

/** The backups of this community in BACKUP_DIR, newest first, and the one that is being made. */
export async function listBackups(
  { backup }: BackupSettings,
  community: string,
): Promise<{ items: KeptBackup[]; running: RunningBackup | null }> {
  const items: KeptBackup[] = [];
  let running: RunningBackup | null = null;
  for (const name of (await readdir(backup.folder).catch(() => [])).sort().reverse()) {
    const at = timeOf(community, name.replace(/\.part$/, ''));
    const found = at && (await stat(join(backup.folder, name)).catch(() => null));
    if (!at || !found) continue;
    if (!name.endsWith('.part')) items.push({ file: name, at, bytes: found.size, verified: true });
    else if (Date.now() - found.mtimeMs < silentAfterMs) running ??= { since: at, bytes: found.size };
  }
  return { items, running };
}

/** Deletes all but the newest BACKUP_KEEP backups of this community, and what killed processes left of it. */
export async function removeOldBackups({ backup }: BackupSettings, community: string): Promise<void> {
  const { items } = await listBackups({ backup }, community);
  const old = items.slice(backup.keep).map(({ file }) => file);
  for (const name of await readdir(backup.folder)) {
    if (!name.endsWith('.part') || !timeOf(community, name.slice(0, -'.part'.length))) continue;
    const { mtimeMs } = await stat(join(backup.folder, name));
    if (mtimeMs < Date.now() - abandonedAfterMs) old.push(name);
  }
  for (const name of old) await rm(join(backup.folder, name), { force: true });
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

/**
 * Checks that a backup of this size fits on the disk of its file.
 * @throws StartError if it would leave less than 100 MB
 */
export async function requireSpace(file: string, bytes: number): Promise<void> {
  const disk = await diskOf(dirname(file));
  if (!disk || disk.free >= bytes + spareBytes) return;
  const inMegabytes = (size: number) => `${Math.round(size / 1e6)} MB`;
  throw new StartError(
    `The disk of ${dirname(file)} has no room for a backup: ${inMegabytes(disk.free)} are free, and ${inMegabytes(bytes + spareBytes)} should be. Remove old backups, or set BACKUP_DIR to another disk.`,
  );
}
