import { openDatabase } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { toFailure } from '@kith/trpc';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The warnings that a server has logged. */
function warningsOf({ deps }: TestApp): [fields: object, message: string][] {
  const warnings: [object, string][] = [];
  deps.domain.log = {
    info: () => {},
    error: () => {},
    warn: (fields, message) => void warnings.push([fields, message]),
  };
  return warnings;
}

describe('a database without a free connection', () => {
  test('is answered with 503 and Retry-After for every kind of caller', async () => {
    const database = await createTestDatabase(inject('databaseUrl'));
    const url = new URL(database.url);
    const role = `crowded_${Math.random().toString(36).slice(2, 8)}`;
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`create role ${role} login password 'x' connection limit 1`);
    url.username = role;
    url.password = 'x';
    const only = new pg.Client({ connectionString: url.href });
    await only.connect();
    const db = await openDatabase({ url: url.href });
    const failures = await Promise.all([
      probe(db, 'select 1').catch(toFailure),
      db.em().execute('select 1').catch(toFailure),
      db.transaction(async (em) => em.execute('select 1')).catch(toFailure),
    ]);
    expect(failures).toEqual(
      Array(3).fill(expect.objectContaining({ status: 503, code: 'busy', retryAfterSeconds: 2 })),
    );
    await db.close();
    await only.end();
    await admin.query(`drop role ${role}`);
    await admin.end();
    await database.drop();
  });
});

describe('an operator is warned', () => {
  test('of a proxy that TRUST_PROXY does not name', async () => {
    server = await startTestApp();
    const warnings = warningsOf(server);
    await server.app.inject({ url: '/healthz' });
    expect(warnings).toEqual([]);
    await server.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(warnings).toEqual([[{ proxy: '127.0.0.1' }, expect.stringMatching(/TRUST_PROXY is empty/)]]);
  });

  test('of requests refused because PUBLIC_URL is wrong, with the origin received and the one expected', async () => {
    server = await startTestApp({ PUBLIC_URL: 'https://kith.example' });
    const warnings = warningsOf(server);
    const headers = { origin: 'https://www.kith.example' };
    const answer = await server.app.inject({ method: 'POST', url: '/auth/logout', headers });
    expect(answer.statusCode).toBe(403);
    expect(warnings).toEqual([
      [{ origin: 'https://www.kith.example', expected: 'https://kith.example' }, expect.any(String)],
    ]);
  });
});
