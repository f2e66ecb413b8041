import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

const markerName = 'kith.json';
/**
 * What DATA_DIR may contain before Kith first uses it, such as the folders of an installation with an external database, which
 * writes no marker file.
 */
const ignoredEntries = new Set(['lost+found', '.DS_Store', '.gitkeep', 'media-store', 'backups', 'outbox']);

/**
 * The contents of the marker file in DATA_DIR. The file contains no path, because a copy of DATA_DIR must not lead back to the
 * original's database.
 */
export interface Marker {
  format: 1;
  /**
   * A random id, which is copied along with DATA_DIR; an embedded database stored outside recognises its DATA_DIR by this id.
   */
  id: string;
  /** Where the embedded database was created: inside DATA_DIR, or outside because PostgreSQL's user may not enter DATA_DIR. */
  database?: 'inside' | 'outside';
}

/**
 * Creates DATA_DIR, or uses it if it is empty or already Kith's.
 * @throws StartError when DATA_DIR contains something else or is not writable
 */
export function claimDataDir(dataDir: string): Marker {
  let entries: string[];
  try {
    makeFolder(dataDir);
    entries = readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(dataDir, error);
  }
  if (entries.includes(markerName)) return readMarker(dataDir);
  if (entries.some((entry) => !ignoredEntries.has(entry))) {
    throw new StartError(`DATA_DIR ${dataDir} holds files that are not Kith's: name an empty or a new folder.`);
  }
  return writeMarker(dataDir, newMarker());
}

/**
 * Whether the marker file in DATA_DIR records an embedded database. False if the marker is missing, or this process may not read
 * and write it. Creates neither DATA_DIR nor a database.
 */
export function hasDatabase(dataDir: string): boolean {
  try {
    accessSync(join(dataDir, markerName), constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return claimDataDir(dataDir).database !== undefined;
}

/** Writes `marker` into DATA_DIR and returns it. Throws a StartError when DATA_DIR is not writable. */
export function writeMarker(dataDir: string, marker: Marker): Marker {
  try {
    writeFileSync(join(dataDir, markerName), `${JSON.stringify(marker)}\n`, { mode: 0o640, flush: true });
    return marker;
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

/**
 * Creates a folder and its parents one by one, because a recursive mkdir never returns below /proc. Other users may enter but
 * not list the folder, whatever the umask: PostgreSQL's user must be able to enter it when Kith runs as root.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  const umask = process.umask(0o022);
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    process.umask(umask);
  }
}

const newMarker = (): Marker => ({ format: 1, id: randomBytes(12).toString('hex') });

function notWritable(dataDir: string, error: unknown): StartError {
  const reason = (error as NodeJS.ErrnoException).code;
  return new StartError(`DATA_DIR ${dataDir} cannot be written (${reason}): make it writable or name another folder.`);
}

function readMarker(dataDir: string): Marker {
  const text = readFileSync(join(dataDir, markerName), 'utf8');
  // The marker file is empty if the first start was killed before the file's first byte reached the disk.
  if (text === '') return writeMarker(dataDir, newMarker());
  const marker = parse(text);
  if (marker?.format !== 1) {
    throw new StartError(
      `DATA_DIR ${dataDir} was written by another version of Kith: update Kith or name another folder.`,
    );
  }
  return marker.id ? (marker as Marker) : writeMarker(dataDir, convertMarker(dataDir, marker));
}

function parse(text: string): { format?: number; id?: string; database?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Converts a marker of version 0.1. That version stored the path of the database, so a copy of its DATA_DIR ran the original's
 * database.
 */
function convertMarker(dataDir: string, { database }: { database?: string }): Marker {
  if (database === undefined) return newMarker();
  return { ...newMarker(), database: existsSync(join(dataDir, 'postgres/cluster')) ? 'inside' : 'outside' };
}
