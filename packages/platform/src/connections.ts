import pg from 'pg';
import { StartError } from './startError.ts';

/** How many connections to PostgreSQL each part of a process gets. */
export interface Connections {
  /** For prepared statements. */
  statements: number;
  /** For entities and their transactions. */
  entities: number;
  /** For queue, live events and limits; with Redis none of them asks PostgreSQL. */
  queue: number;
}

/**
 * Shares out the `total` of DATABASE_POOL, at least 12. One is for asking whether the database is there, and without Redis
 * an api keeps one to listen for live events, a worker one for each of its three queues.
 */
export function shareConnections(total: number, role: 'api' | 'worker', redis: boolean): Connections {
  const rest = total - (role === 'api' && !redis ? 2 : 1);
  const entities = Math.max(2, Math.round(rest / 4));
  const forQueue = role === 'api' ? Math.max(2, Math.round(rest / 4)) : Math.max(6, Math.round(rest * 0.4));
  const queue = redis ? 0 : forQueue;
  return { statements: rest - entities - queue, entities, queue: Math.max(1, queue) };
}

const viaPooler =
  'Setting DATABASE_URL should name PostgreSQL itself: what answers there is a pooler that gives every transaction another ' +
  'session, and Kith listens for notifications and prepares statements in its sessions.';

/** Refused by a pooler that does not pass on what a session is to be like. */
const isUnsupportedParameter = (error: Error) => /unsupported startup parameter/i.test(error.message);

async function open(url: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    options,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** Whether two sessions that are open at once are served by the same process of PostgreSQL. */
async function sharesSessions(url: string): Promise<boolean> {
  const first = await open(url, '-c TimeZone=UTC');
  try {
    const pid = await backendOf(first);
    // Every PostgreSQL tells the id of the session's process at its start; a pooler tells one of its own.
    if (pid === (first as unknown as { processID: number | null }).processID) return false;
    const second = await open(url, '-c TimeZone=UTC');
    try {
      return (await backendOf(second)) === pid;
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/**
 * Looks what answers at DATABASE_URL, as far as anything does: a database that is away now may come.
 * @throws StartError for a PgBouncer in transaction mode, and its like
 */
export async function refusePooler(databaseUrl: string): Promise<void> {
  const shared = await sharesSessions(databaseUrl).catch((error: Error) => isUnsupportedParameter(error));
  if (shared) throw new StartError(viaPooler);
}
