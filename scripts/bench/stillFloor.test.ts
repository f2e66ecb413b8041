import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openDatabase, statementIn } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { expect, inject, it } from 'vitest';

const here = new URL('./', import.meta.url);
const file = readFileSync(new URL('stillFloor.sql', here), 'utf8');

it('the fixed baseline runs on the current schema, and its statements are unchanged', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const db = await openDatabase({ url });
  for (const name of ['copy', 'keys', 'later', 'talk']) await probe(db, statementIn(here, `stillFloor/${name}`).text);
  await probe(db, `insert into still.users (id, user_name) values (1, 'one'), (2, 'two')`);
  await probe(db, `insert into still.posts (id, author_id, caption) values (1, 1, 'first')`);
  for (const [, name = ''] of file.matchAll(/^-- name: (?!copy|keys|later|talk|post_)(\w+)/gm)) {
    const { text } = statementIn(here, `stillFloor/${name}`);
    const { rows } = await probe(db, text, [1, 1].slice(0, text.includes('$2') ? 2 : Number(text.includes('$1'))));
    if (/^with/.test(text)) expect([name, rows.length]).toEqual([name, 1]);
  }
  await db.close();
  await drop();
  // Measurements of different days are comparable only if these statements stay the same. Only `copy` may change.
  const hashOf = (from: string, to?: string) => {
    const end = to ? file.indexOf(`-- name: ${to}`) : undefined;
    const part = file.slice(file.indexOf(`-- name: ${from}`), end).trimEnd();
    return createHash('sha256').update(`${part}\n`).digest('hex').slice(0, 12);
  };
  expect([hashOf('keys', 'later'), hashOf('later', 'talk'), hashOf('talk')]).toEqual([
    '71c13d05befe',
    'f1d9014cac95',
    'a6faf3bad263',
  ]);
}, 60_000);
