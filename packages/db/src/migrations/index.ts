import { Migration } from '@mikro-orm/migrations';
import { first, former, later, read, steps } from './names.ts';

export interface NamedMigration {
  name: string;
  class: new (...given: ConstructorParameters<typeof Migration>) => Migration;
}

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

/** The migrations in the order in which they run. A released one never changes; a new one is a file with a class of its name. */
export const migrations: readonly NamedMigration[] = [
  { name: first, class: migrationOf(read('schema.sql'), true) },
  ...(await Promise.all(
    later.map(async (name) => ({ name, class: (await import(new URL(`${name}.ts`, import.meta.url).href))[name] })),
  )),
];

/** Upgrades a database of an earlier version to the schema that the first migration creates. */
const upgrade: readonly NamedMigration[] = steps.map(({ name, sql, inTransaction }) => ({
  name,
  class: migrationOf(sql, inTransaction),
}));

/**
 * The list of migrations for a database in which those of `recorded` have run; for `upTo` of an earlier version, the list that
 * brings an empty database to that version's state.
 */
export const migrationsFor = (recorded: readonly string[], upTo?: string): readonly NamedMigration[] =>
  [...recorded, upTo].some((name) => name !== undefined && former.has(name))
    ? [...upgrade, ...migrations.slice(1)]
    : migrations;
