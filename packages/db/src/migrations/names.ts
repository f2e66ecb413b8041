import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

// Every process checks the names of the migrations, so this file does not load the migrations themselves.

/** The first migration, which creates all tables in an empty database. */
export const first = 'Migration029Schema';

/** Migrations that do not run in the order of their numbers: 031 was merged after a release that already had the next four. */
const late: Record<string, string> = { Migration031Pictures: 'Migration035~' };
const place = (name: string): string => late[name] ?? name;

/** The names of the migrations after the first, in the order in which they run. Each is a file with a class of its name. */
export const later: readonly string[] = readdirSync(new URL('./', import.meta.url))
  .filter((file) => /^Migration\d{3}\w+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort((a, b) => (place(a) < place(b) ? -1 : 1));

export const read = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^--(?! (?:step|each): ).*\n/gm, '');

/** A step of the upgrade of an earlier version's database to the schema that the first migration creates. */
interface Step {
  name: string;
  sql: string;
  inTransaction: boolean;
}

/** The steps in order; the last one has the name of the first migration. */
export const steps: readonly Step[] = [
  ...read('upgrade.sql').matchAll(/^-- (step|each): (\w+)\n([\s\S]*?)(?=^-- (?:step|each): |$(?![\s\S]))/gm),
].map(([, kind, name = '', sql = '']) => ({ name, sql, inTransaction: kind === 'step' }));

/** The names of the migrations of earlier versions that the first migration replaces. */
export const former: ReadonlySet<string> = new Set(steps.map(({ name }) => name).filter((name) => name !== first));

/** The names, in order, of all migrations that may be recorded in a database that this version can upgrade. */
export const knownMigrations: readonly string[] = [...former, first, ...later];

/**
 * Whether all migrations of this version have run. All names are checked, because a migration with a lower number may have been
 * merged after the last one. Rejects while the database is unreachable.
 */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return false;
  const names = [first, ...later];
  const done = await pool.query('select distinct name from migrations where name = any($1)', [names]);
  return done.rowCount === names.length;
}
