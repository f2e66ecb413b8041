import { probe } from '@kith/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person, password, signUpAndIn, signUpReally, startTestApp, type TestApp } from './testApp.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The rows of every table that has a column with this member's id, without the columns that differ between any two members. */
async function rowsOf({ userId }: Person) {
  const { db } = server.deps.domain;
  const columns = await probe<{ table_name: string; column_name: string }>(
    db,
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.column_name = 'user_id' or c.table_name = 'users' and c.column_name = 'id')
     order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { table_name: table, column_name: column } of columns.rows) {
    const { rows } = await probe<{ row: Record<string, unknown> }>(
      db,
      `select to_jsonb(t) as row from ${table} t where ${column} = $1`,
      [userId],
    );
    if (rows.length > 0) found[table] = rows.map(({ row }) => withoutOwn(row));
  }
  return found;
}

const own = [
  'id',
  'user_id',
  'user_name',
  'email',
  'identity_uid',
  'password_hash',
  'token_hash',
  'device',
  'part',
  'key_hash',
];

/**
 * Leaves out the values that differ between members. Of a time it keeps only the date, because both sessions end on the same
 * day.
 */
function withoutOwn(row: Record<string, unknown>) {
  const others = Object.entries(row).filter(([name]) => !own.includes(name));
  return Object.fromEntries(
    others.map(([name, value]) => [name, name.endsWith('_at') ? String(value).slice(0, 10) : value]),
  );
}

it('inserts the same rows for a member as a sign-up and a log-in do', async () => {
  await signUpAndIn(server.app, 'first');
  const inserted = await rowsOf(await signUpAndIn(server.app, 'ann_1'));
  expect(Object.keys(inserted)).toEqual(['known_devices', 'sessions', 'user_name_parts', 'user_names', 'users']);
  expect(inserted).toEqual(await rowsOf(await signUpReally(server.app, 'ann_2')));
});

it('inserts members who can log in with their password, and the first of whom is a moderator', async () => {
  const visitor = new Person(server.app, 'visitor');
  const { status, body } = await visitor.post('/auth/login', { identifier: 'first', password });
  expect([status, body.data.user]).toMatchObject([200, { userName: 'first', moderator: true }]);
});
