import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate, OtherSchemaError } from './migrate.ts';
import { isMigrated, migrationNames } from './migrations/names.ts';
import { catalog, inPlace, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/index.ts';

let url: string;
let drop: () => Promise<void>;
let client: pg.Client;

beforeEach(async () => {
  ({ url, drop } = await createEmptyDatabase(inject('databaseUrl')));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

describe('a migration', () => {
  it('is done by one of many concurrent processes', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    const { rows: done } = await client.query('select name from migrations order by id');
    expect(done.map(({ name }) => name)).toEqual(migrationNames);
  });

  it('that has not run, though a later one has, makes the database count as not migrated', async () => {
    expect(await isMigrated(client as never)).toBe(false);
    await migrate(url);
    expect(await isMigrated(client as never)).toBe(true);
    await client.query(`update migrations set name = 'Migration999Future'`);
    expect(await isMigrated(client as never)).toBe(false);
  });

  it.each([
    [
      'newer than this one',
      'Migration999Future',
      /^The database was migrated by a newer Kith \(Migration999Future\): .*$/,
    ],
    [
      'before 1.0',
      'Migration001Initial',
      /^The database is of a Kith before 1\.0 \(Migration001Initial\), .* empty database\.$/,
    ],
  ])(
    'of a database of a version %s is refused with a message of one line, and nothing is changed',
    async (_, name, message) => {
      await client.query('create table migrations (id serial, name text); create table users (id bigint)');
      await client.query('insert into migrations (name) values ($1)', [name]);
      const state = () =>
        readCatalog(url, `${catalog} union all ${inPlace} union all select 'ran', name from migrations`);
      const before = await state();
      await expect(migrate(url)).rejects.toThrow(OtherSchemaError);
      await expect(migrate(url)).rejects.toThrow(message);
      expect(await state()).toEqual(before);
    },
  );
});
