import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate, NewerSchemaError } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { isMigrated } from './migrations/names.ts';
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
    expect(done.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('that has not run, though a later one has, makes the database count as not migrated, and is run', async () => {
    await migrate(url);
    await client.query(`delete from migrations where name = 'Migration068MessageWordsByBytes'`);
    expect(await isMigrated(client as never)).toBe(false);
    await migrate(url);
    expect(await isMigrated(client as never)).toBe(true);
  });

  it('of a database that a newer version has migrated is refused with a message of one line', async () => {
    expect(await isMigrated(client as never)).toBe(false);
    await migrate(url);
    await client.query(`insert into migrations (name) values ('Migration999Future')`);
    await expect(migrate(url)).rejects.toThrow(NewerSchemaError);
    await expect(migrate(url)).rejects.toThrow(/^The database was migrated by a newer Kith \(Migration999F/);
  });
});
