import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import { Migration030Bookmarks } from './Migration030Bookmarks.ts';
import { Migration032Words } from './Migration032Words.ts';
import { Migration033NameParts } from './Migration033NameParts.ts';
import { Migration034Accepted } from './Migration034Accepted.ts';
import { Migration035FeedRead } from './Migration035FeedRead.ts';
import { Migration036Talk } from './Migration036Talk.ts';

export interface NamedMigration {
  name: string;
  class: new (...given: ConstructorParameters<typeof Migration>) => Migration;
}

const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^--(?! (?:step|each): ).*\n/gm, '');

/** Each up to its semicolon; a block between $body$ has some of its own. */
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

/** The first one, by which a fresh database gets every table. */
const first = 'Migration029Schema';

/** In the order they run; a released one is never changed. A next one is a file of its own here, with a class in this list. */
export const migrations: readonly NamedMigration[] = [
  { name: first, class: migrationOf(read('schema.sql'), true) },
  { name: 'Migration030Bookmarks', class: Migration030Bookmarks },
  { name: 'Migration032Words', class: Migration032Words },
  { name: 'Migration033NameParts', class: Migration033NameParts },
  { name: 'Migration034Accepted', class: Migration034Accepted },
  { name: 'Migration035FeedRead', class: Migration035FeedRead },
  { name: 'Migration036Talk', class: Migration036Talk },
];

/** The way of a database of an earlier version to what the first migration makes of an empty one, under the same name at its end. */
const upgrade: readonly NamedMigration[] = [
  ...read('upgrade.sql').matchAll(/^-- (step|each): (\w+)\n([\s\S]*?)(?=^-- (?:step|each): |$(?![\s\S]))/gm),
].map(([, kind, name = '', sql = '']) => ({ name, class: migrationOf(sql, kind === 'step') }));

const former = new Set(upgrade.map(({ name }) => name).filter((name) => name !== first));

/** Every name that a database which this version can bring up to date may have recorded, in the order of time. */
export const knownMigrations: readonly string[] = [...former, ...migrations.map(({ name }) => name)];

/** What is to run on a database with these migrations recorded, or to bring an empty one to the state of an earlier version. */
export const migrationsFor = (recorded: readonly string[], upTo?: string): readonly NamedMigration[] =>
  [...recorded, upTo].some((name) => name !== undefined && former.has(name))
    ? [...upgrade, ...migrations.slice(1)]
    : migrations;
