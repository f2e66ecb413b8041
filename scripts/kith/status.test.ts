import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Deps, openDeps } from '@kith/api/deps';
import { probe } from '@kith/db/testing';
import { loadSettings } from '@kith/platform';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { startTestProcesses, type TestProcesses } from '../lib/testProcesses.ts';
import { listJobs, removeJobs, retryJobs } from './jobs.ts';
import { status } from './status.ts';

/** What a command says, on both outputs together, and the code it ends with. */
async function kith(env: Record<string, string>, ...words: string[]): Promise<{ said: string; code: number }> {
  const child = spawn(process.execPath, [join(root, 'scripts/kith/main.ts'), ...words], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said: out + err, code };
}

describe('npm run kith --', () => {
  let running: TestProcesses;
  let deps: Deps;

  beforeAll(async () => {
    running = await startTestProcesses(inject('databaseUrl'), {});
    const settings = loadSettings({ ...running.env, LOG_LEVEL: 'silent' });
    deps = await openDeps({ ...settings, databaseUrl: running.env.DATABASE_URL as string });
  });

  afterAll(async () => {
    await deps?.close();
    await running?.stop();
  });

  const leaveBackup = (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const word = JSON.stringify({ at, file: 'kith.tar', bytes: 5_000_000 });
    writeFileSync(join(running.env.DATA_DIR ?? '', 'last-backup.json'), word);
  };

  it('status tells on one screen what runs, and ends well', async () => {
    expect((await status(deps, false)).text).toContain('Last backup none yet');
    leaveBackup(3);
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

  it('status ends with 1 while something is wrong, and jobs lists what failed, tries it again and gives it up', async () => {
    leaveBackup(9 * 24);
    await probe(deps.domain.db, `insert into outbox (name, payload) values ('no.such', '{}')`);
    await probe(deps.domain.db, 'alter table images rename to images_away');
    await deps.domain.queue.add([{ name: 'images.process', payload: { imageId: 1 } }]);
    await expect.poll(() => listJobs(deps), { timeout: 20_000 }).toContain('images.process');
    const { said, code } = await kith(running.env, 'status');
    expect(said).toMatch(
      /Something is wrong:\n {2}- the last backup is 9 days old\n {2}- recorded jobs that this version does not know: 1 no\.such\n/,
    );
    expect(said).toMatch(/\n {2}- \d failed jobs?: /);
    expect(said).toContain('Recorded and not yet queued: 1');
    expect(code).toBe(1);
    await probe(deps.domain.db, 'alter table images_away rename to images');
    await probe(deps.domain.db, 'delete from outbox');
    expect(await retryJobs(deps, ['all'])).toMatch(/^[1-9] jobs? queued again\.$/);
    await expect.poll(() => listJobs(deps)).toBe('No job has failed.');
    await expect(removeJobs(deps, ['mail/1'])).rejects.toThrow('There is no failed job mail/1.');
    await expect(retryJobs(deps, [])).rejects.toThrow('Name a job');
  });

  it('status finds a worker that is not at work, unless all of Kith is stopped', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await status(deps, false)).text).toContain('no worker is at work: outbox.relay,');
    expect((await status(deps, true)).text).not.toContain('no worker');
    vi.useRealTimers();
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
