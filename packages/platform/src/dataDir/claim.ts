import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

const markerName = 'kith.json';
/** What a folder may hold before it is ours; our own are left by a Kith on an outside database, which claims no folder. */
const harmless = new Set(['lost+found', '.DS_Store', '.gitkeep', 'media-store', 'backups', 'outbox']);

/** What is remembered in DATA_DIR itself. No address of a folder: a copy must never lead back to its original. */
export interface Marker {
  format: 1;
  /** Goes along with a copy; by it a database that lies elsewhere knows whose it is. */
  id: string;
  /** Where the embedded database was made: in DATA_DIR, or elsewhere because its user may not enter DATA_DIR. */
  database?: 'inside' | 'outside';
}

/**
 * Makes DATA_DIR, or takes it into use if it is empty or already ours.
 * @throws StartError when it holds something else or cannot be written
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
  if (entries.some((entry) => !harmless.has(entry))) {
    throw new StartError(`DATA_DIR ${dataDir} holds files that are not Kith's: name an empty or a new folder.`);
  }
  return writeMarker(dataDir, newMarker());
}

/** Whether an embedded database was made for this DATA_DIR, and this user may use it. Makes nothing. */
export function hasDatabase(dataDir: string): boolean {
  try {
    accessSync(join(dataDir, markerName), constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return claimDataDir(dataDir).database !== undefined;
}

/** Remembers `marker` in DATA_DIR. */
export function writeMarker(dataDir: string, marker: Marker): Marker {
  try {
    writeFileSync(join(dataDir, markerName), `${JSON.stringify(marker)}\n`, { mode: 0o640, flush: true });
    return marker;
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

/**
 * Makes a folder and those above it, one by one: asked to make them all, Node never comes back from /proc. Others may pass
 * through, as PostgreSQL's user must when we are root, but see nothing; so it is, whatever the umask.
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
  // Empty: the first start was killed before its first byte reached the disk.
  if (text === '') return writeMarker(dataDir, newMarker());
  const marker = parse(text);
  if (marker?.format !== 1) {
    throw new StartError(
      `DATA_DIR ${dataDir} was written by another version of Kith: update Kith or name another folder.`,
    );
  }
  return marker.id ? (marker as Marker) : writeMarker(dataDir, modernise(dataDir, marker));
}

function parse(text: string): { format?: number; id?: string; database?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Version 0.1 wrote down the folder of the database: a copy of its DATA_DIR ran the database of the original. */
function modernise(dataDir: string, { database }: { database?: string }): Marker {
  if (database === undefined) return newMarker();
  return { ...newMarker(), database: existsSync(join(dataDir, 'postgres/cluster')) ? 'inside' : 'outside' };
}
