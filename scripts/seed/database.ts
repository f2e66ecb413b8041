import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, StartError } from '@kith/platform';
import { startPostgres } from '@kith/platform/postgres';

/**
 * The database the settings name, or the embedded one: that of the running product if it runs on this DATA_DIR,
 * otherwise started here until `close`.
 */
export async function openCluster(settings: Settings): Promise<{ url: string; close: () => Promise<void> }> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, close: async () => {} };
  try {
    const postgres = await startPostgres({ dataDir: settings.dataDir });
    return { url: postgres.url, close: () => postgres.stop() };
  } catch (error) {
    const url = error instanceof StartError ? addressOfRunning(settings.dataDir) : null;
    if (url) return { url, close: async () => {} };
    throw error;
  }
}

/** The port stands in the fourth line of postmaster.pid, the password beside the cluster. */
function addressOfRunning(dataDir: string): string | null {
  try {
    const { database } = JSON.parse(readFileSync(join(dataDir, 'kith.json'), 'utf8')) as { database: string };
    const port = readFileSync(join(database, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
    const password = readFileSync(join(database, 'password'), 'utf8').trim();
    return `postgres://kith:${password}@127.0.0.1:${port}/postgres`;
  } catch {
    return null;
  }
}
