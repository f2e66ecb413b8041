import { type Settings, StartError } from '@kith/platform';
import { addressOfRunning, startPostgres } from '@kith/platform/postgres';

/**
 * The database the settings name, or the embedded one: that of the running product if it runs on this DATA_DIR,
 * otherwise started here until `close`, which `stopped` says.
 */
export async function openCluster(
  settings: Settings,
): Promise<{ url: string; stopped: boolean; close: () => Promise<void> }> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stopped: false, close: async () => {} };
  try {
    const postgres = await startPostgres({ dataDir: settings.dataDir });
    return { url: postgres.url, stopped: true, close: () => postgres.stop() };
  } catch (error) {
    const url = error instanceof StartError ? addressOfRunning(settings.dataDir) : null;
    if (url) return { url, stopped: false, close: async () => {} };
    throw error;
  }
}
