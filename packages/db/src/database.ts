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

/** The access to the tables: entities for single rows and transactions, prepared statements for hot paths. */
export interface Database {
  orm: MikroORM;
  /** Connections for prepared statements. */
  pool: pg.Pool;
  entityPool: pg.Pool;
  /** Returns a new unit of work (an entity manager). Each operation uses one of its own. */
  em(): EntityManager;
  /**
   * Runs `work` in a transaction. If PostgreSQL aborts the transaction because of a deadlock, retries: `work` may run up to four
   * times.
   */
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /**
   * Runs a statement of `queries/`, in the transaction of `em` if given; returns ids as numbers, and times as ISO 8601 strings.
   * Outside of a transaction the statement is prepared, and retried after a deadlock.
   */
  run<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    params: NoInfer<P>,
    em?: EntityManager,
  ): Promise<R[]>;
  /** Streams the rows of a statement, a few in memory at a time. */
  stream<P extends readonly unknown[], R>(statement: Statement<P, R>, params: P): AsyncGenerator<R>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections for prepared statements, 8 by default. */
  connections?: number;
  /** Connections for entities; by default as many as for statements, at most 5. */
  entityConnections?: number;
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

async function runInTransaction<R>(em: EntityManager, text: string, params: readonly unknown[]): Promise<R[]> {
  const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
  if (!transaction) throw new TypeError('A statement that needs a transaction was run outside of one.');
  // Pending changes of the transaction are flushed first, so that the statement sees them.
  await em.flush();
  return (await transaction.executeQuery<R>(CompiledQuery.raw(text, [...params]))).rows;
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

/** Opens both pools; they connect with the first query. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const {
    connections = 8,
    entityConnections = Math.min(5, connections),
    statementTimeout = 0,
    databaseMonitor,
  } = options;
  const config = {
    connectionString: options.url,
    types,
    statement_timeout: statementTimeout,
    application_name: options.applicationName,
  };
  const poolOptions = { databaseMonitor, answerTimeoutMs: clientTimeout(statementTimeout) };
  const pool = openPool({ ...config, options: preparedSession, max: connections }, poolOptions);
  const entityPool = openPool({ ...config, options: '-c TimeZone=UTC', max: entityConnections }, poolOptions);
  for (const each of [pool, entityPool]) each.on('error', (error) => options.onError?.(error));
  // `MikroORM.init` would load the package for migrations, which takes longer than loading the rest of the ORM.
  const orm = new MikroORM(ormOptions(entityPool));
  return {
    orm,
    pool,
    entityPool,
    em: () => orm.em.fork(),
    transaction: (work) => retryDeadlocks(() => orm.em.fork().transactional(work)),
    run: async ({ name, text }, params, em) => {
      if (em) return runInTransaction(em, text, params);
      const values = params as unknown as unknown[];
      return (await retryDeadlocks(() => pool.query({ name, text, values }))).rows;
    },
    stream: ({ text }, params) => stream(pool, text, params),
    close: async () => {
      await Promise.all([orm.close(true), pool.end()]);
    },
  };
}
