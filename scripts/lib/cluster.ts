import { type Settings, StartError } from '@kith/platform';
import { addressOfRunning, startPostgres } from '@kith/platform/postgres';

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
