import { readdirSync } from 'node:fs';
import type pg from 'pg';

// Every process checks the names of the migrations, so this file does not load the migrations themselves.

/** The names of the migrations in the order in which they run. Each is a file with a class of its name. */
export const migrationNames: readonly string[] = readdirSync(new URL('./', import.meta.url))
  .filter((file) => /^Migration\d{3}\w+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/**
 * Returns the first migration in `recorded`, those that have run, which is not in `known`, by default the migrations of this
 * version.
 */
export const unknownMigration = (recorded: readonly string[], known = migrationNames): string | undefined =>
  recorded.find((name) => !known.includes(name));

/** Whether a migration is of a version before 1.0: their numbers were below 100. */
export const isBeforeBaseline = (name: string): boolean => name.startsWith('Migration0');

/** The names of the migrations that have run, in order; none in an empty database. Rejects while the database is unreachable. */
export async function recordedMigrations(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return [];
  const recorded = await client.query<{ name: string }>('select name from migrations order by id');
  return recorded.rows.map(({ name }) => name);
}

/**
 * Whether all migrations of this version have run. All names are checked, because a migration with a lower number may have been
 * merged after the last one. Rejects while the database is unreachable.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const recorded = new Set(await recordedMigrations(pool));
  return migrationNames.every((name) => recorded.has(name));
}
