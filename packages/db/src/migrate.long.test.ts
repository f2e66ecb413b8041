// Long: migrates while queries and a backup hold locks and snapshots, and upgrades a database of the last release.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations, type NamedMigration } from './migrations/index.ts';
import { isMigrated } from './migrations/names.ts';
import { catalog, inPlace, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase, createTestDatabase, insertMember } from './testing/index.ts';

let url: string;
let drop: () => Promise<void>;
let client: pg.Client;

const connect = async (): Promise<pg.Client> => {
  const opened = new pg.Client({ connectionString: url, statement_timeout: 8_000 });
  await opened.connect();
  return opened;
};

beforeEach(async () => {
  ({ url, drop } = await createEmptyDatabase(inject('databaseUrl')));
  client = await connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

/** The migrations of a later version: those of this one, and one with these statements, which runs outside of a transaction. */
function later(...statements: string[]): NamedMigration[] {
  class Migration999Later extends Migration {
    override isTransactional(): boolean {
      return false;
    }

    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  }
  return [...migrations, { name: 'Migration999Later', class: Migration999Later }];
}

describe('a migration', () => {
  it('waits for a table in use without blocking later queries', async () => {
    await migrate(url);
    await client.query('begin');
    await client.query('lock table users in access share mode');
    const all = later('alter table users add column added int');
    const migrated = migrate(url, { all });
    const other = await connect();
    // This query returns a row once the migration waits for the lock.
    const waiting = `select from pg_locks where not granted and relation = 'users'::regclass`;
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await other.query('select count(*) from users');
    await client.query('commit');
    await migrated;
    await other.query('select added from users');
    await other.end();
  });

  it('builds an index while a backup reads, and leaves no invalid one', async () => {
    await migrate(url);
    // This transaction holds a snapshot, as a backup does: building an index waits for its end.
    await client.query('begin isolation level repeatable read');
    await client.query('select 1');
    const migrated = migrate(url, { all: later('create index concurrently users_added on users (created_at)') });
    const other = await connect();
    // The index build must wait for longer than a migration's lock time-out.
    const waiting = `select from pg_stat_activity where datname = current_database() and state = 'active'
      and query ilike 'create index concurrently%' and query_start < clock_timestamp() - interval '3500 ms'`;
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await client.query('commit');
    await migrated;
    expect(
      (await other.query(`select from pg_index where indexrelid = 'users_added'::regclass and indisvalid`)).rowCount,
    ).toBe(1);
    await other.end();
  });

  it('that failed in a part outside of a transaction is run again', async () => {
    await migrate(url);
    const added = 'alter table users add column if not exists added int';
    await expect(migrate(url, { all: later(added, 'select no_such_column from users') })).rejects.toThrow(
      'no_such_column',
    );
    await migrate(url, { all: later(added, 'create table more (id int)') });
    expect((await client.query('select from users join more on added = more.id')).rowCount).toBe(0);
  });
});

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout ?? '';
const [release = ''] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');

describe('a database of the last release', () => {
  /** Migrates the database by the code of that release, and with today's packages. */
  function migrateAsReleased(): void {
    const folder = mkdtempSync(join(tmpdir(), 'kith-release-'));
    try {
      const tar = execFileSync('git', ['archive', release, 'packages/db'], { maxBuffer: 1e8 });
      execFileSync('tar', ['-x', '-C', folder], { input: tar });
      symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
      const script = `await (await import('./packages/db/src/migrate.ts')).migrate(process.env.RELEASED_URL)`;
      const env = { ...process.env, RELEASED_URL: url };
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const lived = `
    insert into posts (author_id, caption) values (1, 'hello');
    insert into follows (follower_id, followed_id) values (2, 1);
    insert into likes (user_id, post_id) values (2, 1);
    insert into comments (author_id, post_id, content) values (2, 1, 'hi');
    insert into images (owner_id, kind, post_id, key) values (1, 'post', 1, 'k');
    insert into chats (kind, lower_id, higher_id) values ('direct', 1, 2);
    insert into messages (sender_id, receiver_id, chat_id, content) values (1, 2, 1, 'hello');
    select notify_member(1, 'comment', 2, 1, 1)`;

  it('is upgraded to the schema of a fresh one, and keeps its rows', async (context) => {
    if (release === '') {
      process.stdout.write('There is no release to upgrade from.\n');
      return context.skip();
    }
    migrateAsReleased();
    for (const name of ['alice', 'bob']) await insertMember({ pool: client }, name);
    await client.query(lived);
    const tables = await client.query(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    );
    const counts = () =>
      Promise.all(tables.rows.map(async ({ name }) => [name, (await client.query(`select from ${name}`)).rowCount]));
    const before = await counts();
    await migrate(url);
    expect(await counts()).toEqual(before);
    expect(await isMigrated(client as never)).toBe(true);
    const fresh = await createTestDatabase(inject('databaseUrl'));
    const all = `${catalog} union all ${inPlace} order by name, words`;
    expect(await readCatalog(url, all)).toEqual(await readCatalog(fresh.url, all));
    await fresh.drop();
  });
});
