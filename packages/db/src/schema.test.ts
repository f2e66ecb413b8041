import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { Post } from './entities/index.ts';
import { functionSources, installFunctions } from './functions/index.ts';
import { postQueries } from './queries/index.ts';
import { catalog, inPlace, readCatalog } from './testing/catalog.ts';
import { createTestDatabase, probe } from './testing/index.ts';

let migrated: Database;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  ({ url, drop } = database);
  migrated = await openDatabase({ url });
});
afterAll(async () => {
  await migrated.close();
  await drop();
});

/**
 * The differences between migrations and entities that exist because MikroORM cannot express them, with the reasons. Any other
 * difference fails a test below.
 */
const inMigrationsAlone = [
  // A notification without a post, such as of follows, exists once a day; MikroORM does not support `nulls not distinct`.
  ['notifications_recipient_id_kind_post_id_day_key', ' NULLS NOT DISTINCT'],
  ['notification_events_recipient_id_kind_actor_id_post_id_comm_key', ' NULLS NOT DISTINCT'],
] as const;

/** The columns of a post that are not sent to viewers. */
const unseenOfPosts = [
  'clientId',
  'image',
  'editedAt',
  'hiddenAt',
  'morePictures',
  'awaited',
  'shownFrom',
  'fannedOut',
  'linkPreview',
];

describe('the migrated schema', () => {
  it('has exactly the tables that docs/scaling.md lists with the reason why each stays bounded', async () => {
    const text = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');
    const rows = text.split('## Every table')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const { rows: tables } = await probe(migrated, `select tablename from pg_tables where schemaname = 'public'`);
    expect(listed.toSorted()).toEqual(tables.map(({ tablename }) => tablename).sort());
  });

  it('has every column of posts that viewers see, and the query of a post reads them', async () => {
    const { fields } = await probe(migrated, postQueries.byIds.text, [1, [1]]);
    const { props } = migrated.orm.getMetadata().get(Post);
    const seen = props.filter(({ name }) => !unseenOfPosts.includes(name));
    expect(seen.length).toBeGreaterThan(5);
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(seen.flatMap(({ fieldNames }) => fieldNames)),
    );
  });
});

describe('the schema described by the entities', () => {
  it('equals the migrated one, as MikroORM compares them', async () => {
    expect(await migrated.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  });

  it('equals the migrated one in PostgreSQL’s own catalog, except for what is listed', async () => {
    const url = new URL(inject('databaseUrl'));
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    const name = `kith_entities_${process.pid}`;
    await admin.query(`create database ${name}`);
    url.pathname = `/${name}`;
    const made = await openDatabase({ url: url.href });
    try {
      await made.orm.schema.create();
      await made.pool.query('create table migrations ()');
      const words = async (database: string) =>
        Object.fromEntries((await readCatalog(database, catalog)).map((row) => [row.name, row.words]));
      const here = await words(migrated.orm.config.get('clientUrl') as string);
      expect(Object.keys(here).length).toBeGreaterThan(200);
      for (const [constraint, extra] of inMigrationsAlone) {
        expect(here[constraint]).toContain(extra);
        here[constraint] = (here[constraint] as string).replace(extra, '');
      }
      expect(await words(url.href)).toEqual(here);
    } finally {
      await made.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  });

  it('is completed by the functions and triggers of packages/db/src/functions, and no others', async () => {
    const { rows } = await migrated.pool.query<{ name: string; words: string }>(inPlace);
    expect(rows.map(({ name }) => name).sort()).toEqual([...functionSources.keys()].sort());
    for (const { name, words } of rows) {
      const text = functionSources.get(name) as string;
      if (text.startsWith('create trigger')) continue;
      expect([name, words]).toEqual([name, text.split('$body$')[1]]);
    }
  });

  it('gets a trigger anew that has changed under its old name', async () => {
    const definition = async () =>
      (await probe(migrated, `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'follows_blocked'`))
        .rows;
    const current = await definition();
    await probe(
      migrated,
      `create or replace trigger follows_blocked after insert on follows for each row execute function refuse_blocked_follow()`,
    );
    await probe(migrated, `comment on trigger follows_blocked on follows is 'create trigger of an earlier version'`);
    expect(await definition()).not.toEqual(current);
    await install();
    expect(await definition()).toEqual(current);
  });

  it('gets a function anew whose parameters had other names, or whose result another type', async () => {
    const definition = async () =>
      (await probe(migrated, `select pg_get_functiondef('newcomer_weight'::regproc) as text`)).rows;
    const current = await definition();
    await probe(migrated, 'drop function newcomer_weight');
    await probe(migrated, 'create function newcomer_weight() returns int language sql immutable as $$ select 1 $$');
    await install();
    expect(await definition()).toEqual(current);
  });
});

async function install(): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await installFunctions(client);
  await client.end();
}
