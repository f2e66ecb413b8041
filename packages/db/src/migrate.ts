import { setTimeout as wait } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import * as entities from './entities/index.ts';
import { migrations } from './migrations/index.ts';

const advisoryLock = 7_141_009;

/**
 * A migration that waits for a table holds up all who come after it, so it does not wait for long, and tries again when
 * whoever had the table may be done. Milliseconds.
 */
const lockTimeout = 3_000;
const triesForLocks = 20;
const lockNotAvailable = '55P03';

/** The database was migrated by a version that came after this one. Its message is one line for the operator. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** Every migration of this version, in the order they run. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

const latest = migrationNames.at(-1) ?? '';

/** Whether every migration of this version has run. Rejects while the database is out of reach. */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return false;
  return ((await pool.query('select from migrations where name = $1', [latest])).rowCount ?? 0) > 0;
}

async function refuseNewer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return;
  const known = new Set<string>(migrations.map(({ name }) => name));
  const done = await client.query<{ name: string }>('select name from migrations order by id');
  const unknown = done.rows.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw new NewerSchemaError(
    `The database was brought up to date by a newer Kith (${unknown.name}): update this one, or restore a backup from before.`,
  );
}

/** Asks again and again: whoever waited in a statement would be waited for by an index that is built while others write. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [advisoryLock]);
    if (rows[0].ours) return;
    await wait(100);
  }
}

export interface MigrateOptions {
  /** The last migration to run; all of them unless given. */
  upTo?: string | undefined;
  /** Where the tables are, if not in `public`. */
  schema?: string;
}

/**
 * Brings the tables up to date, or as far as `upTo`. Safe to run from several machines at once: one does it, the others wait.
 * @throws NewerSchemaError when a newer version has been here, and nothing is changed
 */
export async function migrate(databaseUrl: string, { upTo, schema = 'public' }: MigrateOptions = {}): Promise<void> {
  const options = `-c search_path=${schema}`;
  const gate = new pg.Client({ connectionString: databaseUrl, options });
  await gate.connect();
  try {
    await takeTurn(gate);
    await refuseNewer(gate);
    const orm = await MikroORM.init({
      clientUrl: databaseUrl,
      entities: Object.values(entities),
      extensions: [Migrator],
      pool: { min: 0, max: 2 },
      driverOptions: { lock_timeout: lockTimeout, options },
      schema,
      logger: () => {},
      migrations: {
        migrationsList: migrations,
        snapshot: false,
        tableName: 'migrations',
        disableForeignKeys: false,
        // Each in a transaction of its own: an index that is built while others write can be in none.
        allOrNothing: false,
      },
    });
    try {
      await patiently(() => orm.migrator.up(upTo === undefined ? undefined : { to: upTo }));
    } finally {
      await orm.close(true);
    }
  } finally {
    await gate.end();
  }
}

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === triesForLocks) throw error;
      await wait(500);
    }
  }
}
