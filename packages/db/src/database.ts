import { setTimeout as wait } from 'node:timers/promises';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import * as entities from './entities/index.ts';
import { migrations } from './migrations/index.ts';
import { connectionTimeoutMillis, preparePool } from './pool.ts';
import type { Reach } from './reach.ts';
import type { Statement } from './statement.ts';

/** ISO 8601 in UTC with milliseconds, from PostgreSQL's text form of a UTC timestamptz(3). */
function isoTime(text: string): string {
  const [date, clock = ''] = text.split(' ');
  const [seconds = '', fraction = ''] = clock.replace(/\+00$/, '').split('.');
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const int8 = 20;
const int8Array = 1016;
const timestamptz = 1184;

const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === int8) return Number;
    if (oid === int8Array)
      return (text: string) =>
        pg.types
          .getTypeParser(int8Array as never)(text)
          .map(Number);
    if (oid === timestamptz) return isoTime;
    return pg.types.getTypeParser(oid as never, format as never);
  },
} as unknown as pg.CustomTypesConfig;

/** The one way to the tables: entities for single rows and transactions, prepared statements for hot paths. */
export interface Database {
  orm: MikroORM;
  pool: pg.Pool;
  /** A fresh unit of work; one per operation. */
  em(): EntityManager;
  /** Runs `work` in a transaction, and anew when PostgreSQL gave it up as one of a deadlock: it may run more than once. */
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Runs a prepared statement; ids come as numbers, times as ISO 8601 strings. Given up in a deadlock, it is run anew. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections for prepared statements, 8 if not given. */
  connections?: number;
  /** Connections for entities; as many as for statements, at most 5, if not given. */
  entityConnections?: number;
  /** What PostgreSQL lists the connections as. */
  applicationName?: string;
  /** Tells when the database hangs; without it, statements wait for it as long as they may take. */
  reach?: Reach;
  /** Milliseconds after which PostgreSQL gives a statement up; 0 or nothing: never. */
  statementTimeout?: number;
  onError?: (error: Error) => void;
}

const deadlock = '40P01';
const triesInDeadlock = 4;

/** PostgreSQL ends one side of a deadlock with nothing done; tried again after the other side it gets through. */
async function pastDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || attempt === triesInDeadlock) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/** A server that hangs cannot time a statement out, so the client does, a little later. */
const clientTimeout = (statementTimeout: number): number => (statementTimeout === 0 ? 0 : statementTimeout + 2_000);

function ormOptions({ url, reach, applicationName, statementTimeout = 0 }: DatabaseOptions, connections: number) {
  return {
    clientUrl: url,
    driverOptions: {
      statement_timeout: statementTimeout,
      query_timeout: clientTimeout(statementTimeout),
      application_name: applicationName,
      connectionTimeoutMillis,
      keepAlive: true,
      onPoolCreated: (pool: pg.Pool) => preparePool(pool, reach),
    },
    entities: Object.values(entities),
    pool: { min: 0, max: connections },
    forceUtcTimezone: true,
    debug: false,
    schemaGenerator: { ignoreSchema: ['bullmq'] },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations', disableForeignKeys: false },
  };
}

/** Opens both pools; nothing connects before the first query. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connections = 8, statementTimeout = 0 } = options;
  const orm = await MikroORM.init(ormOptions(options, options.entityConnections ?? Math.min(5, connections)));
  const pool = new pg.Pool({
    connectionString: options.url,
    max: connections,
    types,
    options: '-c TimeZone=UTC',
    statement_timeout: statementTimeout,
    query_timeout: clientTimeout(statementTimeout),
    application_name: options.applicationName,
    connectionTimeoutMillis,
    keepAlive: true,
  });
  preparePool(pool, options.reach);
  pool.on('error', (error) => options.onError?.(error));
  return {
    orm,
    pool,
    em: () => orm.em.fork(),
    transaction: (work) => pastDeadlocks(() => orm.em.fork().transactional(work)),
    run: async (statement, params) => {
      const { name, text } = statement;
      const values = params as unknown as unknown[];
      return (await pastDeadlocks(() => pool.query({ name, text, values }))).rows;
    },
    close: async () => {
      await Promise.all([orm.close(true), pool.end()]);
    },
  };
}
