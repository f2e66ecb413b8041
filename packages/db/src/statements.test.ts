import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from './testing/index.ts';
import { statementTypes, statementTypesFile } from './testing/statementTypes.ts';

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await createTestDatabase(inject('databaseUrl')));
});
afterAll(() => drop());

it('the types of all statements are what PostgreSQL describes', async () => {
  const written = readFileSync(statementTypesFile, 'utf8');
  expect(written, 'After a change of a statement or a table, run `npm run statements`').toBe(await statementTypes(url));
});

describe('the type of a statement', () => {
  const typesOf = (sql: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'kith-statements-'));
    writeFileSync(join(folder, 'some.sql'), sql);
    return statementTypes(url, pathToFileURL(`${folder}/`));
  };

  it('has columns of tables as PostgreSQL and entities declare them, computed ones that may be null, and marked ones', async () => {
    const sql = `-- name: some(image, since?, kind: CaseKind)
select i.id, i.thumbhash, i.status, i.widths, i.id + 1 as next, i.id + 2 as "after!", p.id as "post_id?",
  to_json(i) as "all: MorePicture"
from images i left join posts p on p.image_id = i.id where i.id = $1 and i.created_at > $2::timestamptz
  and i.kind = $3`;
    expect(
      await typesOf(sql),
    ).toContain(`some: Statement<[image: number, since: Date | string | null, kind: CaseKind], {
      id: number; thumbhash: string | null; status: 'processing' | 'ready' | 'failed'; widths: number[];
      next: number | null; after: number; post_id: number | null; all: MorePicture | null;
    }>;`);
  });

  it('is never a row if the statement returns none', async () => {
    const sql = '-- name: some()\ndelete from images';
    expect(await typesOf(sql)).toContain('some: Statement<[], never>;');
  });

  it.each([
    ['names more parameters than its SQL has', '-- name: some(one, other)\nselect $1::int', 'has 1 parameters, not 2'],
    [
      'says to return rows like another, and does not',
      '-- name: one()\nselect 1 as a\n-- name: some(): some/one\nselect 2 as b',
      'does not return the columns of some/one',
    ],
    ['is no SQL', '-- name: some()\nselect from nothing', 'some/some: relation "nothing" does not exist'],
    [
      'returns a type that TypeScript knows nothing of',
      '-- name: some()\nselect point(1, 2)',
      "PostgreSQL's type point has no type",
    ],
  ])('is refused if the statement %s', async (_, sql, message) => {
    await expect(typesOf(sql)).rejects.toThrow(message);
  });
});
