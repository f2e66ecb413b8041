import pg from 'pg';
import { StartError } from './startError.ts';

/** How many connections to PostgreSQL each part of a process gets. */
export interface Connections {
  /** The connections for the tables. */
  database: number;
  /** The connections for queue, live events and limits; with Redis none of these uses PostgreSQL. */
  queue: number;
}

/**
 * Divides DATABASE_POOL (`total`, at least 12) between the pools. One connection is reserved for health checks. Without Redis an
 * api process needs one to LISTEN for live events, and a worker one to LISTEN for new jobs.
 */
export function divideConnections(total: number, role: 'api' | 'worker', redis: boolean): Connections {
  const rest = total - (role === 'api' && !redis ? 2 : 1);
  const forQueue = role === 'api' ? Math.max(2, Math.round(rest / 4)) : Math.max(6, Math.round(rest * 0.4));
  const queue = redis ? 0 : forQueue;
  return { database: rest - queue, queue: Math.max(1, queue) };
}

const viaPooler =
  'Setting DATABASE_URL should name PostgreSQL itself: a pooler answers there that shares sessions out, and Kith needs ' +
  'sessions of its own, with their options, prepared statements and notifications.';

/** Whether an error is that of a connection pooler that does not pass on session parameters. */
const isUnsupportedParameter = (error: Error) => /unsupported startup parameter/i.test(error.message);

/** A session parameter that every connection of the queue sets. */
const probedOption = { name: 'search_path', value: 'bullmq,public' };

async function connect(connectionString: string): Promise<pg.Client> {
  const options = `-c ${probedOption.name}=${probedOption.value}`;
  const client = new pg.Client({ connectionString, options, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function backendOf(client: pg.Client): Promise<{ pid: number; hasOption: boolean }> {
  const { rows } = await client.query(
    `select pg_backend_pid() as pid, current_setting('${probedOption.name}') as value`,
  );
  return { pid: rows[0].pid, hasOption: rows[0].value.replaceAll(' ', '') === probedOption.value };
}

/** Detects a pooler in transaction mode: session settings are lost, or two open connections share one PostgreSQL backend. */
async function sharesSessions(url: string): Promise<boolean> {
  const first = await connect(url);
  try {
    const { pid, hasOption } = await backendOf(first);
    if (!hasOption) return true;
    const second = await connect(url);
    try {
      return (await backendOf(second)).pid === pid;
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/** The oldest PostgreSQL that Kith works with. */
const minVersion = 16;

/** @throws StartError if this is the version of a PostgreSQL that is too old, such as "15.8 (Debian 15.8-1)" */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) >= minVersion) return;
  throw new StartError(`Setting DATABASE_URL should name a PostgreSQL ${minVersion} or newer, and this is ${version}.`);
}

/**
 * Checks the version of the server at DATABASE_URL. An unreachable database is no error, because it may come up later.
 * @throws StartError if it is too old
 */
export async function refuseOldPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  const version = await client
    .connect()
    .then(() => client.query<{ server_version: string }>('show server_version'))
    .then(({ rows }) => rows[0]?.server_version)
    .catch(() => undefined)
    .finally(() => client.end().catch(() => {}));
  if (version !== undefined) requireVersion(version);
}

/**
 * Checks the server at DATABASE_URL. An unreachable database is no error, because it may come up later.
 * @throws StartError for PgBouncer in transaction mode and similar poolers
 */
export async function refusePooler(databaseUrl: string): Promise<void> {
  const shared = await sharesSessions(databaseUrl).catch((error: Error) => isUnsupportedParameter(error));
  if (shared) throw new StartError(viaPooler);
}
