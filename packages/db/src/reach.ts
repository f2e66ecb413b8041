import pg from 'pg';

/** How often the database is asked whether it is there, in milliseconds; and how soon again when it was not. */
const askEvery = 1_000;
const askAgainAfter = 400;

/** A database that leaves `select 1` unanswered for so long answers nobody. Milliseconds. */
const patience = 3_000;

/** PostgreSQL is out of reach. Its code is one that callers know from the system. */
class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** Knows whether PostgreSQL answers, by a connection of its own, and lets nobody wait for one that does not. */
export interface Reach {
  readonly away: boolean;
  /** Ends the pool's connections when the database stops answering, and refuses new ones until it answers again. */
  guard(pool: pg.Pool): void;
  /** As for a pool, for one client that is connected. */
  guardClient(client: pg.Client): void;
  close(): Promise<void>;
}

export interface ReachOptions {
  url: string;
  /** What PostgreSQL lists the connection as. */
  applicationName?: string;
  /** Told once when the database goes, and once when it is back. */
  onChange?: (away: boolean, error?: Error) => void;
}

/** Ends the socket without a farewell, for which a server that hangs would have to be there. What was asked on it fails. */
export function cut(client: pg.ClientBase, error: Error = new DatabaseAway()): void {
  (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(error);
}

/** What PostgreSQL itself says while it starts or stops; any other word of its own means that it is there. */
const notNow = /^57P0/;
const isAnswer = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !notNow.test(code) && !code.startsWith('E');
};

/** One question on a connection of its own, which is kept while it is answered in time. */
function createProbe({ url, applicationName }: ReachOptions) {
  let client: pg.Client | undefined;

  const drop = (error?: Error) => {
    if (client) cut(client, error);
    client = undefined;
  };

  async function connect(): Promise<pg.Client> {
    client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: patience,
      keepAlive: true,
    });
    const opened = client;
    opened.on('error', () => {});
    await opened.connect();
    return opened;
  }

  async function ask(asked: pg.Client): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    // When this process itself was held up, the answer may lie there unread: it is read before `setImmediate`.
    const timer = setTimeout(() => setImmediate(reject, new DatabaseAway()), patience);
    await Promise.race([asked.query('select 1'), late]).finally(() => clearTimeout(timer));
  }

  return {
    drop,
    /** Rejects when there is no answer. A connection that was only closed is opened once more. */
    async look(): Promise<void> {
      const known = client;
      try {
        if (known) return await ask(known);
      } catch (error) {
        drop();
        if (error instanceof DatabaseAway) throw error;
      }
      try {
        await ask(await connect());
      } catch (error) {
        drop();
        if (!isAnswer(error)) throw error;
      }
    },
  };
}

/**
 * Asks the database every second. A server that hangs, or behind a line that drops everything, ends no connection and
 * no statement by itself: left three seconds without an answer, every connection to it is cut, what waits on them fails
 * with the code ETIMEDOUT, and so does at once whatever comes next, until the database answers again.
 */
export function watchDatabase(options: ReachOptions): Reach {
  const clients = new Set<pg.Client>();
  const probe = createProbe(options);
  const stopped = new AbortController();
  let away = false;
  let timer: NodeJS.Timeout | undefined;

  const change = (next: boolean, error?: Error) => {
    if (next) for (const client of clients) cut(client);
    if (away !== next) options.onChange?.(next, error);
    away = next;
  };

  async function look(): Promise<void> {
    const failure = await probe.look().catch((error: Error) => error);
    if (stopped.signal.aborted) return probe.drop();
    change(failure instanceof Error, failure ?? undefined);
    timer = setTimeout(() => (looking = look()), away ? askAgainAfter : askEvery).unref();
  }
  let looking = look();

  const guardClient = (client: pg.Client) => {
    clients.add(client);
    client.once('end', () => clients.delete(client));
  };

  return {
    get away() {
      return away;
    },
    guardClient,
    guard(pool) {
      pool.on('connect', (client) => guardClient(client as unknown as pg.Client));
      const connect = pool.connect.bind(pool) as (callback?: (error: Error) => void) => unknown;
      pool.connect = ((callback?: (error: Error) => void) => {
        if (!away) return connect(callback);
        const error = new DatabaseAway();
        return callback ? void callback(error) : Promise.reject(error);
      }) as typeof pool.connect;
    },
    async close() {
      stopped.abort();
      clearTimeout(timer);
      probe.drop();
      await looking;
    },
  };
}
