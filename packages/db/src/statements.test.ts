import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as db from './index.ts';
import { type DeclaredRow, declaredRows } from './testing/declaredRows.ts';
import { type DescribedColumn, rowDescriber } from './testing/describedRows.ts';
import { createTestDatabase } from './testing/index.ts';

let client: pg.Client;
let describeRow: (text: string) => Promise<DescribedColumn[]>;
let drop: () => Promise<void>;
const declared = declaredRows(new URL('./index.ts', import.meta.url), db);

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  describeRow = await rowDescriber(client);
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** The types of PostgreSQL's columns in a row, as parsed by `values.ts` and pg. */
const read: Record<string, string> = {
  bool: 'boolean',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  _int4: 'number[]',
  _int8: 'number[]',
  json: 'json',
  jsonb: 'json',
  text: 'string',
  varchar: 'string',
  _text: 'string[]',
  timestamptz: 'string',
  uuid: 'string',
};

/** Differences between declared rows and PostgreSQL's description, with the statement's and the column's name. */
async function differences({ statement, columns, open }: DeclaredRow, text = statement.text): Promise<string[]> {
  const described = await describeRow(text);
  const found = new Map(described.map((column) => [column.name, column]));
  const of = (column: string) => `${statement.name}, column ${column}`;
  const wrong = described.length === found.size ? [] : [`${statement.name} has two columns of one name`];
  for (const [name, { type, nullable, present }] of columns) {
    const column = found.get(name);
    if (!column) wrong.push(`${of(name)}: the type has it, the SQL does not`);
    else if (read[column.type] !== type) wrong.push(`${of(name)}: ${type} in the type, ${column.type} in the SQL`);
    else if (column.nullable && !nullable && !present)
      wrong.push(`${of(name)}: may be null, and the type does not say so`);
  }
  if (!open)
    for (const name of found.keys())
      if (!columns.has(name)) wrong.push(`${of(name)}: the SQL has it, the type does not`);
  return wrong;
}

describe('every statement', () => {
  it('returns the rows that its type declares', async () => {
    expect(declared.length).toBeGreaterThan(200);
    const wrong: string[] = [];
    for (const row of declared)
      wrong.push(...(await differences(row).catch(({ message }) => [`${row.statement.name}: ${message}`])));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['left out', '', 'key: the type has it, the SQL does not'],
    ['added', 'key, status, ', 'status: the SQL has it, the type does not'],
    ['renamed', 'key as name, ', 'name: the SQL has it, the type does not'],
    ['of another type', 'attempts as key, ', 'key: string in the type, int4 in the SQL'],
    ['nullable', 'thumbhash as key, ', 'key: may be null, and the type does not say so'],
  ])('is rejected if a column is %s, with the names of statement and column', async (_, selected, words) => {
    const row = declared.find(({ statement }) => statement.name === 'images/ready') as DeclaredRow;
    const text = row.statement.text.replace('select key, ', `select ${selected}`);
    expect(await differences(row, text)).toContain(`images/ready, column ${words}`);
  });
});
