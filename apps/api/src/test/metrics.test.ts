import { probe } from '@kith/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ METRICS_TOKEN: 'a secret' });
});

afterAll(() => server.close());

const ask = (authorization = 'Bearer a secret') =>
  server.app.inject({ url: '/metrics', headers: { authorization, 'accept-encoding': 'identity' } });

it('figures are for who has the secret', async () => {
  expect((await ask('')).statusCode).toBe(401);
  expect((await ask('Bearer a secre')).statusCode).toBe(401);
  expect((await ask()).body).toContain('kith_info{version="');
});

it('figures come also while a store hangs, and say that it does', async () => {
  await probe(server.deps.domain.db, `insert into outbox (name, payload) values ('feed.trim', '{}')`);
  expect((await ask()).body).toMatch(/^kith_outbox_rows 1$/m);
  const other = new pg.Client({ connectionString: server.deps.settings.databaseUrl as string });
  await other.connect();
  await other.query('begin; lock table outbox in access exclusive mode');
  const hanging = await ask();
  await other.query('rollback');
  await other.end();
  expect(hanging.statusCode).toBe(200);
  expect(hanging.body).toContain('kith_dependency_up{dependency="database"} 0');
  expect(hanging.body).toContain('kith_dependency_up{dependency="queue"} 1');
  expect(hanging.body).toContain('kith_pool_size{pool="entities"} 5');
  expect((await ask()).body).toContain('kith_dependency_up{dependency="database"} 1');
});
