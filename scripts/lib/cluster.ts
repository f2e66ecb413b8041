import { type Settings, StartError } from '@kith/platform';
import { addressOfRunning, hasDatabase, startPostgres } from '@kith/platform/postgres';

export interface Cluster {
  url: string;
  /** Describes the database in messages, without its password. */
  name: string;
  /** Whether Kith is not running, so that the embedded database was started here and runs only until `close`. */
  stopped: boolean;
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, otherwise the embedded database of DATA_DIR. If Kith is not running, starts the embedded
 * database until `close`.
 * @throws StartError if DATA_DIR has no database and `make` is false
 */
export async function openCluster(settings: Settings, { make }: { make: boolean }): Promise<Cluster> {
  if (settings.databaseUrl)
    return { url: settings.databaseUrl, name: nameOf(settings.databaseUrl), stopped: false, close: async () => {} };
  if (!make && !hasDatabase(settings.dataDir)) throw new StartError(nothingIn(settings.dataDir));
  // Looks for a running database first, because starting one writes a lock file, which fails on a full disk.
  const name = `the embedded database in ${settings.dataDir}`;
  const running = addressOfRunning(settings.dataDir);
  if (running) return { url: running, name, stopped: false, close: async () => {} };
  try {
    const postgres = await startPostgres({ dataDir: settings.dataDir });
    return { url: postgres.url, name, stopped: true, close: () => postgres.stop() };
  } catch (error) {
    const url = error instanceof StartError ? addressOfRunning(settings.dataDir) : null;
    if (url) return { url, name, stopped: false, close: async () => {} };
    throw error;
  }
}

function nameOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `the database ${pathname.slice(1)} on ${hostname}${port && `:${port}`}`;
}

const nothingIn = (dataDir: string) => `There is no database of Kith in ${dataDir}, or this user may not see it.
A command needs the settings, and the user, that Kith itself runs with. Where systemd runs it:
  sudo -u kith env ENV_FILE=/etc/kith.env DATA_DIR=/var/lib/kith/data npm run kith -- status
Elsewhere set DATA_DIR, or DATABASE_URL for an outside PostgreSQL.`;
