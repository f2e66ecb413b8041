import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { forgetServerSettings, Refusal, readLastServerSettings, readServerSettings } from '@kith/domain';
import { createMaintenance } from '@kith/platform';
import { startRedis } from '@kith/platform/testing/stores';
import { toFailure } from '@kith/trpc';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { startCast } from '../testing/testApp.ts';

const { server } = await serverForFile({ PUBLIC_URL: 'https://kith.example' });

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
      db.transaction(async (tx) => tx.em().execute('select 1')).catch(toFailure),
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

test('a server whose database is away is still called what its hosts named it', async () => {
  const { domain } = server.deps;
  const em = () => {
    throw new Error('away');
  };
  const away = { ...domain.db, em } as unknown as typeof domain.db;
  expect((await readLastServerSettings({ ...domain, live: { ...domain.live }, db: away })).name).toBe('Kith');
  await probe(domain.db, `insert into server_settings (name) values ('The house')`);
  forgetServerSettings(domain);
  expect((await readLastServerSettings(domain)).name).toBe('The house');
  forgetServerSettings(domain);
  expect((await readLastServerSettings({ ...domain, db: away })).name).toBe('The house');
  await expect(readServerSettings({ ...domain, db: away })).rejects.toThrow();
});

describe('an operator is warned', () => {
  const warnings: [fields: object, message: string][] = [];
  beforeEach(() => {
    warnings.length = 0;
    const warn = (fields: object, message: string) => void warnings.push([fields, message]);
    server.deps.domain.log = { info: () => {}, error: () => {}, warn };
  });

  test('of a proxy that TRUST_PROXY does not name', async () => {
    await server.app.inject({ url: '/healthz' });
    expect(warnings).toEqual([]);
    await server.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(warnings).toEqual([[{ proxy: '127.0.0.1' }, expect.stringMatching(/TRUST_PROXY is empty/)]]);
  });

  test('of requests refused because PUBLIC_URL is wrong, with the origin received and the one expected', async () => {
    const headers = { origin: 'https://www.kith.example' };
    const answer = await server.app.inject({ method: 'POST', url: '/auth/logout', headers });
    expect(answer.statusCode).toBe(403);
    expect(warnings).toEqual([
      [{ origin: 'https://www.kith.example', expected: 'https://kith.example' }, expect.any(String)],
    ]);
  });
});

test('a database with a full disk is reported by /readyz, which stays ready, because reading still works', async () => {
  const full = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
  await expect(probe(server.deps.domain.db, full)).rejects.toThrow('No space left');
  const answer = await server.app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', writes: 'refused' }]);
});

test('a server whose own disk is full refuses writes, and goes on reading and logging members in and out', async () => {
  const { requireSpace } = server.deps;
  server.deps.requireSpace = (writesLittle) => {
    if (!writesLittle) throw new Refusal('disk-full', { retryAfterSeconds: 10 });
  };
  const post = (url: string) => server.app.inject({ method: 'POST', url, payload: {} });
  const refused = await post('/posts');
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'disk-full', '10']);
  const call = await post('/trpc/posts.create');
  expect([call.statusCode, call.json().error.data.kith.code]).toEqual([503, 'disk-full']);
  for (const name of ['login', 'logout', 'login/second-factor', 'passkeys/login/options', 'passkeys/login'])
    expect((await post(`/auth/${name}`)).statusCode, name).toBeLessThan(500);
  for (const path of ['auth.login', 'auth.logout', 'secondFactor.enter', 'passkeys.ask', 'passkeys.enter'])
    expect((await post(`/trpc/${path}`)).statusCode, path).toBeLessThan(500);
  expect((await server.app.inject('/auth/session')).statusCode).toBe(401);
  server.deps.requireSpace = requireSpace;
});

test('a host whose Redis is unavailable sees that, and the rest of the overview', async (context) => {
  const redis = await startRedis();
  if (!redis) return context.skip('there is no redis-server on this machine');
  const { server: on, alice } = await startCast({
    REDIS_URL: redis.url,
    BACKUP_DIR: join(tmpdir(), 'kith-no-backups'),
  });
  const read = async (part: string) => (await alice.get(`/host/${part}`)).body.data;
  expect((await read('overview')).queue).toMatchObject({ failed: 0 });
  await redis.stop();
  // At first the queue rejects, and then it is not asked.
  for (const known of [false, true]) {
    if (known) await expect.poll(() => on.deps.stores.redis?.unavailable).toBe(true);
    const problems = expect.arrayContaining([expect.objectContaining({ code: 'redis-unavailable' })]);
    expect(await read('overview')).toMatchObject({ members: 3, queue: null, problems });
    expect(await read('backups')).toEqual({ items: [], running: null, lastError: null });
  }
  const { settings, stores, domain } = on.deps;
  const { storage, db } = domain;
  expect(await createMaintenance({ settings, stores, storage, db }).queue()).toBeNull();
  await on.close();
});
