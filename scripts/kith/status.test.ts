import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { startTestProcesses, type TestProcesses } from '../lib/testProcesses.ts';

/** What a command says, on both outputs together, and the code it ends with. */
async function kith(env: Record<string, string>, ...words: string[]): Promise<{ said: string; code: number }> {
  const child = spawn(process.execPath, [join(root, 'scripts/kith/main.ts'), ...words], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said: out + err, code };
}

describe('npm run kith -- status', () => {
  let running: TestProcesses;

  beforeAll(async () => {
    running = await startTestProcesses(inject('databaseUrl'), {});
  });

  afterAll(() => running?.stop());

  it('tells on one screen what runs, and ends well', async () => {
    const backup = { at: new Date(Date.now() - 3 * 3_600_000).toISOString(), file: 'kith.tar', bytes: 5_000_000 };
    expect((await kith(running.env, 'status')).said).toContain('Last backup none yet');
    writeFileSync(join(running.env.DATA_DIR ?? '', 'last-backup.json'), JSON.stringify(backup));
    const { said, code } = await kith(running.env, 'status');
    for (const part of [
      /^Kith \d+\.\d+\.\d+; Node v\d+/,
      /^PostgreSQL 1\d\.\d+; schema Migration\d+\w+$/m,
      /^Database [\d.]+ MB; \d+ of \d+ connections; queues on PostgreSQL$/m,
      /^Disk [\d.]+ [GT]B of [\d.]+ [GT]B free in /m,
      /^Last backup \S+Z, 3 h ago: kith.tar, 4.8 MB$/m,
      /^images +0 +0 +0 +0 +-$/m,
      /^feed\.trim +24 h +in 24 h$/m,
      /^All is well\.$/m,
    ])
      expect(said).toMatch(part);
    expect(said.split('\n').length).toBeLessThan(30);
    expect(code).toBe(0);
  });

  it('ends with 1 while jobs have failed or backups are old, and jobs are listed, tried again and given up', async () => {
    const old = { at: new Date(Date.now() - 9 * 86_400_000).toISOString(), file: 'kith.tar', bytes: 1 };
    writeFileSync(join(running.env.DATA_DIR ?? '', 'last-backup.json'), JSON.stringify(old));
    // No queue takes what no version knows: the relay fails over it.
    const client = new pg.Client({ connectionString: running.env.DATABASE_URL });
    await client.connect();
    await client.query(`insert into outbox (name, payload) values ('no.such', '{}')`);
    const list = () => kith(running.env, 'jobs', 'list');
    await expect.poll(async () => (await list()).said).toContain('outbox.relay');
    const { said, code } = await kith(running.env, 'status');
    expect(said).toMatch(/Something is wrong:\n {2}- the last backup is 9 days old\n {2}- \d failed jobs?: /);
    expect(code).toBe(1);
    await client.query('delete from outbox');
    await client.end();
    expect((await kith(running.env, 'jobs', 'retry', 'all')).said).toMatch(/^[1-9] jobs? queued again\.\n$/);
    await expect.poll(list).toEqual({ said: 'No job has failed.\n', code: 0 });
    const none = { said: 'There is no failed job mail/1.\n', code: 1 };
    expect(await kith(running.env, 'jobs', 'remove', 'mail/1')).toEqual(none);
    expect((await kith(running.env, 'jobs', 'retry')).code).toBe(1);
  });
});

it('says so when the database is out of reach', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'kith-status-'));
  const env = { ENV_FILE: '', DATA_DIR, DATABASE_URL: 'postgres://kith:secret@127.0.0.1:1/kith' };
  const { said, code } = await kith(env, 'status');
  expect(said).toMatch(/^The database is out of reach \(.*ECONNREFUSED.*\)\.\n$/);
  expect(said).not.toContain('secret');
  expect(code).toBe(1);
  rmSync(DATA_DIR, { recursive: true });
});
