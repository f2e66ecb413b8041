// Rare: starts behind PgBouncer, whose modes only an operator chooses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@kith/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../fixtures/fleet.ts';

// These tests are skipped where PgBouncer is not installed.
describe.skipIf(spawnSync('pgbouncer', ['--version']).error !== undefined)('PgBouncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-pooler-'));
  let fleet: Fleet;
  let pooler: ChildProcess | undefined;

  beforeAll(async () => {
    fleet = await startFleet();
    // PgBouncer refuses to run as root, so root runs it as `nobody`, who must be able to read this folder.
    chmodSync(folder, 0o755);
  });
  afterAll(async () => {
    pooler?.kill('SIGKILL');
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startPooler(mode: string, more: string): Promise<string> {
    pooler?.kill('SIGKILL');
    const port = await freePort();
    const { hostname, port: far, username, password, pathname } = new URL(fleet.databaseUrl);
    const target = `host=${hostname} port=${far} user=${username} password=${password} dbname=${pathname.slice(1)}`;
    const file = join(folder, `${port}.ini`);
    const lines = ['listen_addr=127.0.0.1', `listen_port=${port}`, 'auth_type=any', `pool_mode=${mode}`, more];
    writeFileSync(file, `[databases]\nkith = ${target}\n[pgbouncer]\nunix_socket_dir=\n${lines.join('\n')}\n`);
    const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    pooler = spawn('pgbouncer', [...as, file], { stdio: 'ignore' });
    const url = `postgres://kith@127.0.0.1:${port}/kith`;
    for (let tries = 0; tries < 100; tries += 1, await wait(50)) {
      const client = new pg.Client({ connectionString: url });
      const up = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (up) return url;
    }
    throw new Error('PgBouncer did not start');
  }

  const ignoring = 'ignore_startup_parameters=options,statement_timeout';
  const kinds = [
    ['transaction', ignoring],
    ['transaction', ''],
    ['session', ignoring],
  ] as const;

  // Each case starts a worker and a server, so `npm test` runs one case, and the nightly run all of them.
  test.each(kinds)('is refused at the start in one line, in pool mode %s with "%s"', async (mode, more) => {
    const DATABASE_URL = await startPooler(mode, more);
    const line = /^Setting DATABASE_URL should name PostgreSQL itself: a pooler answers there .*\n$/;
    const worker = await fleet.worker({ DATABASE_URL });
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toMatch(line);
    const refused = await fleet.api({ DATABASE_URL }).catch((error: Error) => error.message.split('ready:\n')[1]);
    expect(refused).toMatch(line);
  });
});
