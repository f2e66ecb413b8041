import { accessSync, constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../startError.ts';

const markerName = 'kith.json';
const harmless = new Set(['lost+found', '.DS_Store', '.gitkeep']);

/** What is remembered in DATA_DIR itself. */
export interface Marker {
  format: 1;
  /** The folder of the embedded database, once it has one. */
  database?: string;
}

/**
 * Makes DATA_DIR, or takes it into use if it is empty or already ours.
 * @throws StartError when it holds something else or cannot be written
 */
export function claimDataDir(dataDir: string): Marker {
  let entries: string[];
  try {
    // Others may pass through, as PostgreSQL's user must when we are root, but see nothing.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    entries = readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new StartError(`DATA_DIR ${dataDir} cannot be written (${reason}): make it writable or name another folder.`);
  }
  if (entries.includes(markerName)) return readMarker(dataDir);
  if (entries.some((entry) => !harmless.has(entry))) {
    throw new StartError(`DATA_DIR ${dataDir} holds files that are not Kith's: name an empty or a new folder.`);
  }
  return writeMarker(dataDir, { format: 1 });
}

/** Remembers `marker` in DATA_DIR. */
export function writeMarker(dataDir: string, marker: Marker): Marker {
  try {
    writeFileSync(join(dataDir, markerName), `${JSON.stringify(marker)}\n`, { mode: 0o640, flush: true });
    return marker;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new StartError(`DATA_DIR ${dataDir} cannot be written (${reason}): make it writable or name another folder.`);
  }
}

function readMarker(dataDir: string): Marker {
  const text = readFileSync(join(dataDir, markerName), 'utf8');
  // Empty: the first start was killed before its first byte reached the disk.
  if (text === '') return writeMarker(dataDir, { format: 1 });
  try {
    const marker = JSON.parse(text) as Marker;
    if (marker.format === 1) return marker;
  } catch {
    // Told below.
  }
  throw new StartError(
    `DATA_DIR ${dataDir} was written by another version of Kith: update Kith or name another folder.`,
  );
}
