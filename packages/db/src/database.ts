import { setTimeout as wait } from 'node:timers/promises';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type ControlledTransaction, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { DatabaseMonitor } from './databaseMonitor.ts';
import { PostgresNames } from './entities/columns.ts';
import * as entities from './entities/index.ts';
import { openPool, preparedSession } from './pool.ts';
import type { Statement } from './statement.ts';
import { types } from './values.ts';

/** Reads and writes rows: entities by MikroORM, hot statements by SQL. Both see the same transaction, if there is one. */
export interface Handle {
  /** Returns the transaction's unit of work (an entity manager), or outside of a transaction a new one. */
  em(): EntityManager;
  /** Runs a prepared statement of `queries/`; returns ids as numbers, and times as ISO 8601 strings. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, params: NoInfer<Readonly<P>>): Promise<R[]>;
}

/** The handle that `Database.transaction` passes to its callback. Everything in the transaction must use this handle. */
export interface Transaction extends Handle {
  readonly open: true;
}

/** The access to the tables. Outside of a transaction, statements are retried after a deadlock. */
export interface Database extends Handle {
  orm: MikroORM;
  pool: pg.Pool;
  /**
   * Runs `work` in a transaction. If PostgreSQL aborts the transaction because of a deadlock, retries: `work` may run up to four
   * times. It must not use the `Database` meanwhile, for that waits for a second connection while it holds one.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Streams the rows of a statement, a few in memory at a time. */
  stream<P extends readonly unknown[], R>(statement: Statement<P, R>, params: P): AsyncGenerator<R>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections to PostgreSQL, 8 by default. */
  connections?: number;
  /** The application_name in PostgreSQL. */
  applicationName?: string;
  /** With a monitor, statements fail at once while the database hangs; without one, they wait for their whole time-out. */
  databaseMonitor?: DatabaseMonitor;
  /** Statement time-out in milliseconds; 0 or undefined: none. */
  statementTimeout?: number;
  onError?: (error: Error) => void;
}

const deadlock = '40P01';
const maxDeadlockAttempts = 4;

/**
 * Runs `work`, and repeats it at most three times if PostgreSQL aborts it because of a deadlock: the other transaction may have
 * ended by then.
 */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || attempt === maxDeadlockAttempts) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/**
 * The time-out in milliseconds that the client enforces, in case the server hangs and does not enforce its own. It is slightly
 * longer than the server's; 0 means no time-out.
 */
const clientTimeout = (statementTimeout: number): number => (statementTimeout === 0 ? 0 : statementTimeout + 2_000);

function ormOptions(pool: pg.Pool) {
  return {
    clientUrl: pool.options.connectionString,
    driverOptions: () => new PostgresDialect({ pool }),
    entities: Object.values(entities),
    forceUtcTimezone: true,
    debug: false,
    namingStrategy: PostgresNames,
    // Functions and triggers exist only in SQL, see schema.test.ts.
    schemaGenerator: { ignoreSchema: ['bullmq'], ignoreRoutines: true, ignoreTriggers: true },
    migrations: { tableName: 'migrations' },
  };
}

/** The handle inside of the transaction that the entity manager has begun. */
function openTransaction(em: EntityManager): Transaction {
  const context = em.getTransactionContext<ControlledTransaction<unknown>>();
  if (!context) throw new TypeError('The entity manager has no transaction.');
  return {
    open: true,
    em: () => em,
    run: async <R>({ name, text }: Statement<never, R>, params: readonly unknown[]) => {
      // Pending changes of the transaction are flushed first, so that the statement sees them.
      await em.flush();
      // Kysely hands `sql` to pg as it is, and pg takes a named query in place of a text, which PostgreSQL then prepares.
      const sql = { name, text } as unknown as string;
      return (await context.executeQuery<R>({ ...CompiledQuery.raw(text, [...params]), sql })).rows;
    },
  };
}

const streamBatch = 500;

/** Reads the rows through a cursor, so that PostgreSQL sorts them once; a query for each page would sort all rows each time. */
async function* stream<R>(pool: pg.Pool, text: string, params: readonly unknown[]): AsyncGenerator<R> {
  const client = await pool.connect();
  let complete = false;
  try {
    await client.query('begin read only');
    await client.query(`declare streamed no scroll cursor for ${text}`, [...params]);
    for (let more = true; more; ) {
      const { rows } = await client.query(`fetch ${streamBatch} from streamed`);
      yield* rows;
      more = rows.length === streamBatch;
    }
    await client.query('commit');
    complete = true;
  } finally {
    // A connection in the middle of a result cannot be reused.
    client.release(!complete);
  }
}

/** Opens the pool; it connects with the first query. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connections = 8, statementTimeout = 0, databaseMonitor } = options;
  const config = {
    connectionString: options.url,
    types,
    statement_timeout: statementTimeout,
    application_name: options.applicationName,
  };
  const poolOptions = { databaseMonitor, answerTimeoutMs: clientTimeout(statementTimeout) };
  const pool = openPool({ ...config, options: preparedSession, max: connections }, poolOptions);
  pool.on('error', (error) => options.onError?.(error));
  // `MikroORM.init` would load the package for migrations, which takes longer than loading the rest of the ORM.
  const orm = new MikroORM(ormOptions(pool));
  return {
    orm,
    pool,
    em: () => orm.em.fork(),
    transaction: (work) => retryDeadlocks(() => orm.em.fork().transactional((em) => work(openTransaction(em)))),
    run: async ({ name, text }, params) => {
      const values = params as unknown as unknown[];
      return (await retryDeadlocks(() => pool.query({ name, text, values }))).rows;
    },
    stream: ({ text }, params) => stream(pool, text, params),
    close: async () => {
      // Kysely ends the pool, but only if an entity was read or written through it.
      await orm.close(true);
      if (!pool.ended) await pool.end();
    },
  };
}
