import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import * as entities from './entities/index.ts';
import { migrations } from './migrations/index.ts';
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
  /** Runs a prepared statement; ids come as numbers, times as ISO 8601 strings. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections for prepared statements; as many again, at most 5, for entities. */
  connections?: number;
  onError?: (error: Error) => void;
}

function ormOptions(url: string, connections: number) {
  return {
    clientUrl: url,
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
  const connections = options.connections ?? 8;
  const orm = await MikroORM.init(ormOptions(options.url, Math.min(5, connections)));
  const pool = new pg.Pool({ connectionString: options.url, max: connections, types, options: '-c TimeZone=UTC' });
  pool.on('error', (error) => options.onError?.(error));
  return {
    orm,
    pool,
    em: () => orm.em.fork(),
    run: async (statement, params) => {
      const result = await pool.query({
        name: statement.name,
        text: statement.text,
        values: params as unknown as unknown[],
      });
      return result.rows;
    },
    close: async () => {
      await Promise.all([orm.close(true), pool.end()]);
    },
  };
}
