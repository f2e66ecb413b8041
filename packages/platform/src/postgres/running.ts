import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { claimDataDir, hasDatabase } from '../dataDir/claim.ts';
import { isLocked } from '../dataDir/lock.ts';
import { databaseUser } from './cluster.ts';
import { databaseFolder } from './location.ts';

/**
 * The address, with password, of the embedded PostgreSQL that is running on this DATA_DIR, or null. A copy made while it was
 * running contains the same pid file, so the data directory named in that file is compared.
 */
export function addressOfRunning(dataDir: string): string | null {
  const database = hasDatabase(dataDir) && claimDataDir(dataDir).database;
  if (!database) return null;
  const folder = databaseFolder(dataDir, database);
  if (!isLocked(folder)) return null;
  try {
    const cluster = realpathSync(join(folder, 'cluster'));
    // The lines of PostgreSQL's pid file: process id, data directory, start time, port.
    const [, data, , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    if (!data || realpathSync(data) !== cluster) return null;
    const password = readFileSync(join(folder, 'password'), 'utf8').trim();
    return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`;
  } catch {
    return null;
  }
}
