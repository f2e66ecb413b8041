import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Marker, makeFolder } from '../dataDir/claim.ts';
import { StartError } from '../startError.ts';
import { canReach, type Owner, ownerInsteadOfRoot } from './owner.ts';
import { findPrograms } from './programs.ts';

const commonFolder = '/var/lib/kith';
const ownerFile = 'belongs-to.json';

/** The location of the embedded PostgreSQL. */
export interface PostgresLocation {
  /** The folder that contains PostgreSQL's `bin`, `lib` and `share`. */
  programs: string;
  /** The folder that contains the cluster, its password, its log and its lock. */
  folder: string;
  /** Whether `folder` is inside DATA_DIR. */
  at: 'inside' | 'outside';
  /** The user that runs PostgreSQL; null for the current user. */
  owner: Owner | null;
  /** A note for the operator, or null. */
  note: string | null;
}

/**
 * The folder with the database of a DATA_DIR: inside DATA_DIR, or outside in a folder whose name is a hash of DATA_DIR's path.
 */
export const databaseFolder = (dataDir: string, at: PostgresLocation['at']): string =>
  at === 'inside'
    ? join(dataDir, 'postgres')
    : join(commonFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

/**
 * Chooses the location of the embedded PostgreSQL, and copies the programs there if PostgreSQL's user cannot reach them.
 * @throws StartError when the database of this DATA_DIR is missing, as in a copy without its database
 */
export function chooseLocation(dataDir: string, marker: Marker): PostgresLocation {
  const { folder: programs, version } = findPrograms();
  const owner = ownerInsteadOfRoot();
  const at = marker.database ?? (owner && !canReach(dataDir, owner) ? 'outside' : 'inside');
  const folder = databaseFolder(dataDir, at);
  finishUpgrade(folder);
  if (marker.database && !existsSync(join(folder, 'cluster'))) throw missingDatabase(dataDir, folder);
  makeFolder(folder);
  if (at === 'outside') claimOutside(folder, dataDir, marker);
  if (!owner) return { programs, folder, at, owner, note: null };
  if (!canReach(folder, owner)) {
    throw new StartError(
      `PostgreSQL may not run as root, and its user cannot enter ${folder}: make it reachable, or start Kith as another user.`,
    );
  }
  return {
    programs: canReach(join(programs, 'bin'), owner) ? programs : copyPrograms(programs, version),
    folder,
    at,
    owner,
    note: `PostgreSQL runs as nobody, for it refuses root${at === 'outside' ? `; its data is in ${folder}` : ''}`,
  };
}

/**
 * Finishes an interrupted upgrade. The old cluster is moved aside only when the new one is complete, so a new cluster without an
 * old one is complete and is renamed to its final name.
 */
export function finishUpgrade(folder: string): void {
  const [upgraded, cluster] = [join(folder, 'upgrading', 'cluster'), join(folder, 'cluster')];
  if (existsSync(cluster) || !existsSync(upgraded)) return;
  renameSync(upgraded, cluster);
  rmSync(join(folder, 'upgrading'), { recursive: true, force: true });
}

const missingDatabase = (dataDir: string, folder: string) =>
  new StartError(
    `The database of DATA_DIR ${dataDir} is not in ${folder}, where it was made: bring both back from a backup, or name another DATA_DIR.`,
  );

/**
 * Records which DATA_DIR an external database folder was created for. Throws a StartError if the folder belongs to another
 * DATA_DIR, even one at the same path.
 */
function claimOutside(folder: string, dataDir: string, marker: Marker): void {
  const file = join(folder, ownerFile);
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify({ id: marker.id, dataDir })}\n`, { mode: 0o600 });
    return;
  }
  const { id } = JSON.parse(readFileSync(file, 'utf8')) as { id?: string };
  if (id === marker.id) return;
  throw new StartError(
    `${folder} holds the database of another DATA_DIR that lay at ${dataDir}: move that folder away, or name another DATA_DIR.`,
  );
}

function copyPrograms(programs: string, version: string): string {
  const copy = join(commonFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  const umask = process.umask(0o022);
  try {
    makeFolder(commonFolder);
    cpSync(programs, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(copy)) return copy;
    throw new StartError(
      `PostgreSQL's programs could not be copied to ${copy} (${(error as NodeJS.ErrnoException).code}).`,
    );
  } finally {
    process.umask(umask);
  }
  return copy;
}
