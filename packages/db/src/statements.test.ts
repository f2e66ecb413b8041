import pg from 'pg';
import { expect, inject, it } from 'vitest';
import * as db from './index.ts';
import { createTestDatabase } from './testing/index.ts';

it('every statement is one that the migrated database takes', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements = Object.entries(db)
    .filter(([name]) => name.endsWith('Queries'))
    .flatMap(([, queries]) => Object.values(queries as unknown as Record<string, db.Statement<[], unknown>>))
    .filter(({ text }) => text !== undefined);
  expect(statements.length).toBeGreaterThan(60);
  const refused: string[] = [];
  for (const [index, { name, text }] of statements.entries()) {
    await client.query(`prepare s${index} as ${text}`).catch((error) => refused.push(`${name}: ${error.message}`));
  }
  expect(refused).toEqual([]);
  await client.end();
  await drop();
});
