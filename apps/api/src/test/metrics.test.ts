import { probe } from '@kith/db/testing';
import { startMailCatcher } from '@kith/platform/mailCatcher';
import pg from 'pg';
import { expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { startTestApp } from '../testing/testApp.ts';

const secret = 'a-long-enough-secret';
const { server } = await serverForFile({ METRICS_TOKEN: 'a-long-enough-secret' });

const ask = (authorization = 'Bearer a-long-enough-secret') =>
  server.app.inject({ url: '/metrics', headers: { authorization, 'accept-encoding': 'identity' } });

it('metrics require the token', async () => {
  expect((await ask('')).statusCode).toBe(401);
  expect((await ask('Bearer a-long-enough-secre')).statusCode).toBe(401);
  expect((await ask()).body).toContain('kith_info{version="');
});

it('metrics report for each configured store whether it answers', async () => {
  const mail = await startMailCatcher();
  const closed = 'http://127.0.0.1:9';
  const s3 = { S3_ENDPOINT: closed, S3_BUCKET: 'kith', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const other = await startTestApp({ METRICS_TOKEN: secret, SMTP_URL: mail.url, ...s3 });
  const headers = { authorization: `Bearer ${secret}`, 'accept-encoding': 'identity' };
  const { body } = await other.app.inject({ url: '/metrics', headers });
  expect(body).toContain('kith_dependency_up{dependency="smtp"} 1');
  expect(body).toContain('kith_dependency_up{dependency="s3"} 0');
  await expect
    .poll(async () => (await other.app.inject('/readyz')).json())
    .toEqual({ status: 'ready', storage: 'away' });
  expect(body).toMatch(/kith_info\{version="[\d.]+\+[0-9a-f]{12}"/);
  await other.close();
  await mail.stop();
});

it('metrics are served while a store hangs, and report that it does', async () => {
  await probe(server.deps.domain.db, `insert into pending_jobs (name, payload) values ('feed.trim', '{}')`);
  expect((await ask()).body).toMatch(/^kith_outbox_rows 1$/m);
  const other = new pg.Client({ connectionString: server.deps.settings.databaseUrl as string });
  await other.connect();
  await other.query('begin; lock table pending_jobs in access exclusive mode');
  const hanging = await ask();
  await other.query('rollback');
  await other.end();
  expect(hanging.statusCode).toBe(200);
  expect(hanging.body).toContain('kith_dependency_up{dependency="database"} 0');
  expect(hanging.body).toContain('kith_dependency_up{dependency="queue"} 1');
  expect((await ask()).body).toContain('kith_dependency_up{dependency="database"} 1');
});
