import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import { Migration030Bookmarks } from './Migration030Bookmarks.ts';
import { Migration031Pictures } from './Migration031Pictures.ts';
import { Migration032Words } from './Migration032Words.ts';
import { Migration033NameParts } from './Migration033NameParts.ts';
import { Migration034Accepted } from './Migration034Accepted.ts';
import { Migration035FeedRead } from './Migration035FeedRead.ts';
import { Migration036Talk } from './Migration036Talk.ts';
import { Migration037MessagesFrom } from './Migration037MessagesFrom.ts';
import { Migration040Tokens } from './Migration040Tokens.ts';
import { Migration041Chats } from './Migration041Chats.ts';
import { Migration042ChatPictures } from './Migration042ChatPictures.ts';
import { Migration043MessageWords } from './Migration043MessageWords.ts';
import { Migration045SecondFactor } from './Migration045SecondFactor.ts';
import { Migration046SignInNotices } from './Migration046SignInNotices.ts';
import { Migration047SignInNotifications } from './Migration047SignInNotifications.ts';
import { Migration048Passkeys } from './Migration048Passkeys.ts';
import { Migration050PendingNotifications } from './Migration050PendingNotifications.ts';
import { Migration051Requests } from './Migration051Requests.ts';
import { Migration052PostsInChats } from './Migration052PostsInChats.ts';
import { Migration053GroupMentions } from './Migration053GroupMentions.ts';
import { Migration054GroupPictures } from './Migration054GroupPictures.ts';
import { Migration055CloseFriends } from './Migration055CloseFriends.ts';
import { Migration060PublicPages } from './Migration060PublicPages.ts';
import { Migration064Imports } from './Migration064Imports.ts';

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

/** In order; a released migration is never changed. Add a new one as a file with a class in this list. */
export const migrations: readonly NamedMigration[] = [
  { name: first, class: migrationOf(read('schema.sql'), true) },
  { name: 'Migration030Bookmarks', class: Migration030Bookmarks },
  { name: 'Migration032Words', class: Migration032Words },
  { name: 'Migration033NameParts', class: Migration033NameParts },
  { name: 'Migration034Accepted', class: Migration034Accepted },
  { name: 'Migration035FeedRead', class: Migration035FeedRead },
  { name: 'Migration031Pictures', class: Migration031Pictures },
  { name: 'Migration036Talk', class: Migration036Talk },
  { name: 'Migration037MessagesFrom', class: Migration037MessagesFrom },
  { name: 'Migration040Tokens', class: Migration040Tokens },
  { name: 'Migration041Chats', class: Migration041Chats },
  { name: 'Migration042ChatPictures', class: Migration042ChatPictures },
  { name: 'Migration043MessageWords', class: Migration043MessageWords },
  { name: 'Migration045SecondFactor', class: Migration045SecondFactor },
  { name: 'Migration046SignInNotices', class: Migration046SignInNotices },
  { name: 'Migration047SignInNotifications', class: Migration047SignInNotifications },
  { name: 'Migration048Passkeys', class: Migration048Passkeys },
  { name: 'Migration050PendingNotifications', class: Migration050PendingNotifications },
  { name: 'Migration051Requests', class: Migration051Requests },
  { name: 'Migration052PostsInChats', class: Migration052PostsInChats },
  { name: 'Migration053GroupMentions', class: Migration053GroupMentions },
  { name: 'Migration054GroupPictures', class: Migration054GroupPictures },
  { name: 'Migration055CloseFriends', class: Migration055CloseFriends },
  { name: 'Migration060PublicPages', class: Migration060PublicPages },
  { name: 'Migration064Imports', class: Migration064Imports },
];

/** Upgrades a database of an earlier version to what the first migration creates, and records it under the same name. */
const upgrade: readonly NamedMigration[] = [
  ...read('upgrade.sql').matchAll(/^-- (step|each): (\w+)\n([\s\S]*?)(?=^-- (?:step|each): |$(?![\s\S]))/gm),
].map(([, kind, name = '', sql = '']) => ({ name, class: migrationOf(sql, kind === 'step') }));

const former = new Set(upgrade.map(({ name }) => name).filter((name) => name !== first));

/** All names that a database this version can upgrade may have recorded, in order. */
export const knownMigrations: readonly string[] = [...former, ...migrations.map(({ name }) => name)];

/** The migrations to run on a database with these recorded, or to bring an empty one to an earlier version's state. */
export const migrationsFor = (recorded: readonly string[], upTo?: string): readonly NamedMigration[] =>
  [...recorded, upTo].some((name) => name !== undefined && former.has(name))
    ? [...upgrade, ...migrations.slice(1)]
    : migrations;
