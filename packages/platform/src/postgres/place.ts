import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../startError.ts';
import { findPrograms } from './programs.ts';
import { canReach, type Owner, ownerInsteadOfRoot } from './reach.ts';

const commonFolder = '/var/lib/kith';

/** Where the embedded PostgreSQL lies. */
export interface Place {
  /** Holds `bin`, `lib` and `share`. */
  programs: string;
  /** Holds the cluster, its password, its log and its lock. */
  folder: string;
  /** Who PostgreSQL runs as; null: the user we are. */
  owner: Owner | null;
  /** What the operator should know about it, or null. */
  note: string | null;
}

/**
 * Chooses the place of the embedded PostgreSQL, and copies its programs there if they are out of reach.
 * `known` is the place that an earlier start chose for this DATA_DIR.
 */
export function choosePlace(dataDir: string, known?: string): Place {
  const { folder: programs, version } = findPrograms();
  const owner = ownerInsteadOfRoot();
  const folder = known ?? defaultFolder(dataDir, owner);
  if (known && !existsSync(known)) {
    throw new StartError(
      `The database of DATA_DIR ${dataDir} should lie in ${known}: bring it back, or name another DATA_DIR.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (!owner) return { programs, folder, owner, note: null };
  if (!canReach(folder, owner)) {
    throw new StartError(
      `PostgreSQL may not run as root, and its user cannot enter ${folder}: make it reachable, or start Kith as another user.`,
    );
  }
  const elsewhere = folder.startsWith(`${commonFolder}/`);
  return {
    programs: canReach(join(programs, 'bin'), owner) ? programs : copyPrograms(programs, version),
    folder,
    owner,
    note: `PostgreSQL runs as nobody, for it refuses root${elsewhere ? `; its data is in ${folder}` : ''}`,
  };
}

function defaultFolder(dataDir: string, owner: Owner | null): string {
  if (!owner || canReach(dataDir, owner)) return join(dataDir, 'postgres');
  return join(commonFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

function copyPrograms(programs: string, version: string): string {
  const copy = join(commonFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  try {
    mkdirSync(commonFolder, { recursive: true, mode: 0o755 });
    cpSync(programs, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(copy)) return copy;
    throw new StartError(
      `PostgreSQL's programs could not be copied to ${copy} (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  return copy;
}
