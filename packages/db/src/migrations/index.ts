import { readdirSync, readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

export interface NamedMigration {
  name: string;
  class: new (...given: ConstructorParameters<typeof Migration>) => Migration;
}

const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^--(?! (?:step|each): ).*\n/gm, '');

/** Statements end at a semicolon, except within $body$ blocks. */
const statementsIn = (sql: string): string[] =>
  (sql.match(/(?:\$body\$[\s\S]*?\$body\$|[^;])+/g) ?? []).map((text) => text.trim()).filter((text) => text !== '');

function migrationOf(sql: string, inTransaction: boolean): NamedMigration['class'] {
  return class extends Migration {
    override isTransactional(): boolean {
      return inTransaction;
    }

    override up(): void {
      for (const statement of statementsIn(sql)) this.addSql(statement);
    }
  };
}

/** The first migration, which creates all tables in an empty database. */
const first = 'Migration029Schema';

/** Migrations that do not run in the order of their numbers: 031 was merged after a release that already had the next four. */
const late: Record<string, string> = { Migration031Pictures: 'Migration035~' };
const place = (name: string): string => late[name] ?? name;

const names = readdirSync(new URL('./', import.meta.url))
  .filter((file) => /^Migration\d{3}\w+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort((a, b) => (place(a) < place(b) ? -1 : 1));

/** The migrations in the order in which they run. A released one never changes; a new one is a file with a class of its name. */
export const migrations: readonly NamedMigration[] = [
  { name: first, class: migrationOf(read('schema.sql'), true) },
  ...(await Promise.all(
    names.map(async (name) => ({ name, class: (await import(new URL(`${name}.ts`, import.meta.url).href))[name] })),
  )),
];

/** Upgrades a database of an earlier version to the schema that the first migration creates; the last step has the same name. */
const upgrade: readonly NamedMigration[] = [
  ...read('upgrade.sql').matchAll(/^-- (step|each): (\w+)\n([\s\S]*?)(?=^-- (?:step|each): |$(?![\s\S]))/gm),
].map(([, kind, name = '', sql = '']) => ({ name, class: migrationOf(sql, kind === 'step') }));

const former = new Set(upgrade.map(({ name }) => name).filter((name) => name !== first));

/** The names, in order, of all migrations that may be recorded in a database that this version can upgrade. */
export const knownMigrations: readonly string[] = [...former, ...migrations.map(({ name }) => name)];

/**
 * The list of migrations for a database in which those of `recorded` have run; for `upTo` of an earlier version, the list that
 * brings an empty database to that version's state.
 */
export const migrationsFor = (recorded: readonly string[], upTo?: string): readonly NamedMigration[] =>
  [...recorded, upTo].some((name) => name !== undefined && former.has(name))
    ? [...upgrade, ...migrations.slice(1)]
    : migrations;
