import pg from 'pg';
import type {} from 'vitest';
import { migrate } from '../migrate.ts';

export { insertMember, memberPassword } from './members.ts';
export { statementTypes, statementTypesFile } from './statementTypes.ts';

/** What scripts/test/databaseSetup.ts provides: read with `inject` by the tests of every package. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server for tests, with the migrated template database that createTestDatabase copies. */
    databaseUrl: string;
    /** The total number of generated inputs for the hostile-input tests: 2,000, or 160,000 in `npm run test:all`. */
    hostileCases: number;
    /** Whether tests of uploads use 15 MiB and slow connections, as in `npm run test:all`, or smaller values. */
    fullUploads: boolean;
  }
}

const template = 'kith_template';

const on = (clusterUrl: string, database: string): string => {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
};

async function query(clusterUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Creates and migrates the template that test databases are copied from; to be called once per cluster. `more` adds the tables of
 * other packages.
 */
export async function makeTemplate(clusterUrl: string, more?: (url: string) => Promise<void>): Promise<void> {
  await query(clusterUrl, `create database ${template}`);
  await migrate(on(clusterUrl, template));
  await more?.(on(clusterUrl, template));
}

interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

async function create(clusterUrl: string, from = ''): Promise<TestDatabase> {
  const name = `kith_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await query(clusterUrl, `create database ${name} ${from}`);
  return { url: on(clusterUrl, name), drop: () => query(clusterUrl, `drop database if exists ${name} with (force)`) };
}

/** An empty database, without tables. */
export const createEmptyDatabase = (clusterUrl: string): Promise<TestDatabase> => create(clusterUrl);

/** A migrated database for one test: its URL, and a function to drop it. */
export const createTestDatabase = (clusterUrl: string): Promise<TestDatabase> =>
  // Copying files takes half of the time of copying through the write-ahead log, which is the default.
  create(clusterUrl, `template ${template} strategy file_copy`);

/** Runs SQL in a database: for tests, and to fill databases for measurements. */
// biome-ignore lint/suspicious/noExplicitAny: as pg has it; a test says what it expects of a row
export const probe = <R extends pg.QueryResultRow = any>(
  { pool }: { pool: Pick<pg.ClientBase, 'query'> },
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> => pool.query<R>(sql, values);

/** Returns the id of the direct chat of two users. If there is none, creates it; its members are added with its first message. */
export async function directChat(
  db: { pool: Pick<pg.ClientBase, 'query'> },
  one: number,
  other: number,
): Promise<number> {
  const { rows } = await probe(
    db,
    `insert into chats (kind, lower_id, higher_id) values ('direct', least($1::bigint, $2::bigint), greatest($1::bigint, $2::bigint))
     on conflict (lower_id, higher_id) do update set kind = excluded.kind returning id`,
    [one, other],
  );
  return Number(rows[0].id);
}
