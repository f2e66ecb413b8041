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

/**
 * Whether all migrations of this version have run. All names are checked, because a migration with a lower number may have been
 * merged after the last one. Rejects while the database is unreachable.
 */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return false;
  const done = await pool.query('select distinct name from migrations where name = any($1)', [migrationNames]);
  return done.rowCount === migrationNames.length;
}
