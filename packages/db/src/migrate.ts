import { setTimeout as wait } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import * as entities from './entities/index.ts';
import { installFunctions } from './functions/index.ts';
import { migrations, type NamedMigration } from './migrations/index.ts';
import { isBeforeBaseline, recordedMigrations, unknownMigration } from './migrations/names.ts';

const advisoryLock = 7_141_009;

/**
 * The lock time-out of a migration in milliseconds. While a migration waits for a table's lock, later queries of that table queue
 * behind it; so it gives up soon and retries.
 */
const lockTimeout = 3_000;

/** For how long a migration retries to get a lock, in milliseconds: a backup or an export may lock a table for minutes. */
const retryForMs = 20 * 60_000;
const lockNotAvailable = '55P03';

/** Thrown if the database is of a version that this one cannot upgrade. The message is one line for the operator. */
export class OtherSchemaError extends Error {
  override name = 'OtherSchemaError';
}

function refuseOther(recorded: readonly string[], all: readonly NamedMigration[]): void {
  const unknown = unknownMigration(
    recorded,
    all.map(({ name }) => name),
  );
  if (unknown === undefined) return;
  throw new OtherSchemaError(
    isBeforeBaseline(unknown)
      ? `The database is of a Kith before 1.0 (${unknown}), which 1.0 cannot upgrade: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`
      : `The database was migrated by a newer Kith (${unknown}): update this one, or restore a backup from before.`,
  );
}

/**
 * Polls for the lock instead of waiting in a statement: CREATE INDEX CONCURRENTLY in another process would wait for that
 * statement.
 */
async function acquireSlot(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [advisoryLock]);
    if (rows[0].ours) return;
    await wait(100);
  }
}

export interface MigrateOptions {
  /** The last migration to run; by default all migrations of this version run. */
  upTo?: string | undefined;
  /** The schema of the tables, if not `public`. */
  schema?: string;
  /** The migrations, if not those of this version: for tests. */
  all?: readonly NamedMigration[];
}

/**
 * Runs all pending migrations and then replaces functions and triggers, or runs the migrations up to `upTo` only. Safe to run on
 * several machines at once: one of them does it, the others wait.
 * @throws OtherSchemaError if a newer version has migrated the database, or one before 1.0; then nothing is changed
 */
export async function migrate(
  databaseUrl: string,
  { upTo, schema = 'public', all = migrations }: MigrateOptions = {},
): Promise<void> {
  const options = `-c search_path=${schema}`;
  const client = new pg.Client({ connectionString: databaseUrl, options });
  await client.connect();
  try {
    await acquireSlot(client);
    const recorded = await recordedMigrations(client);
    refuseOther(recorded, all);
    const orm = await MikroORM.init({
      clientUrl: databaseUrl,
      entities: Object.values(entities),
      extensions: [Migrator],
      pool: { min: 0, max: 2 },
      driverOptions: { lock_timeout: lockTimeout, options },
      schema,
      logger: () => {},
      migrations: {
        migrationsList: all.map(({ name, class: each }) => ({
          name,
          class: withoutTimeLimit(each),
        })),
        snapshot: false,
        tableName: 'migrations',
        disableForeignKeys: false,
        // Each migration runs in a transaction of its own, or in none, because CREATE INDEX CONCURRENTLY is not allowed in one.
        allOrNothing: false,
      },
    });
    try {
      await retryWhileLocked(() => orm.migrator.up(upTo === undefined ? undefined : { to: upTo }));
    } finally {
      await orm.close(true);
    }
    if (upTo !== undefined) return;
    await client.query(`set lock_timeout = ${lockTimeout}`);
    await retryWhileLocked(() => installFunctions(client));
  } finally {
    await client.end();
  }
}

interface Queries {
  getQueries(): ReturnType<Migration['getQueries']>;
}

type MigrationClass = NamedMigration['class'];

/**
 * Removes the lock time-out for CREATE and DROP INDEX CONCURRENTLY. They wait for all earlier snapshots, such as a backup's,
 * without blocking anybody; a time-out would leave an invalid index, and the build would start over.
 */
function withoutTimeLimit(each: MigrationClass): MigrationClass {
  return class extends (each as unknown as new (...given: ConstructorParameters<typeof Migration>) => Queries) {
    override getQueries() {
      const limited = `set lock_timeout = ${lockTimeout}`;
      const queries = super
        .getQueries()
        .flatMap((query) =>
          /\bindex\s+concurrently\b/i.test(String(query)) ? ['set lock_timeout = 0', query, limited] : query,
        );
      // The time-out is also set at the start, because a failed attempt may have left the connection without one.
      return [limited, ...queries];
    }
  } as unknown as MigrationClass;
}

async function retryWhileLocked(work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + retryForMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || performance.now() > deadline) throw error;
      await wait(500);
    }
  }
}
