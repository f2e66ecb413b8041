// Long: starts a server and a worker, makes and reads backups in processes of their own, and fills a disk.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Deps, openDeps } from '@kith/api/deps';
import { ServerState } from '@kith/db';
import { probe } from '@kith/db/testing';
import { inspectQueues, loadSettings } from '@kith/platform';
import { freePort } from '@kith/platform/postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Fleet, startFleet } from '../../e2e/fixtures/fleet.ts';
import { root } from '../lib/bootstrap.mjs';
import { listJobs, removeJobs, retryJobs } from './jobs.ts';
import { kith } from './runKith.ts';
import { status } from './status.ts';

const token = 'a secret of Prometheus';

describe('npm run kith --', () => {
  let fleet: Fleet;
  let env: Record<string, string>;
  let origin: string;
  let deps: Deps;
  const backupDir = mkdtempSync(join(tmpdir(), 'kith-backups-'));

  beforeAll(async () => {
    fleet = await startFleet();
    const settings = { BACKUP_DIR: backupDir, METRICS_TOKEN: token };
    env = { ...settings, ENV_FILE: '', DATABASE_URL: fleet.databaseUrl, DATA_DIR: fleet.dataDir };
    ({ origin } = await fleet.api(settings));
    await fleet.worker({ ...settings, WORKER_PORT: String(await freePort()) });
    deps = await openDeps({ ...loadSettings({ ...env, LOG_LEVEL: 'silent' }), databaseUrl: fleet.databaseUrl });
  });
  afterAll(async () => {
    await deps?.close();
    await fleet?.close();
    rmSync(backupDir, { recursive: true });
  });

  it('status and the metric report a backup that was made, and status reports a missing one', async () => {
    const asked = { ...env, BACKUP_EVERY: '1d' };
    expect((await kith(asked, 'status')).said).toContain('No backup has been made yet, though BACKUP_EVERY asks');
    const file = join(backupDir, 'everything.kith');
    const before = Date.now() / 1_000;
    const made = spawn(process.execPath, [join(root, 'scripts/backup/main.ts'), file], { env: asked });
    expect((await once(made, 'exit'))[0]).toBe(0);
    const after = Date.now() / 1_000;
    const { said, code } = await kith(asked, 'status');
    expect(said).toMatch(/^Last backup \S+Z, \d+ s ago: .*everything\.kith, [\d.]+ kB, verified$/m);
    expect(code).toBe(0);
    const headers = { authorization: `Bearer ${token}` };
    const figures = await fetch(`${origin}/metrics`, { headers }).then((answer) => answer.text());
    const [, at] = /^kith_last_backup_timestamp_seconds (\S+)$/m.exec(figures) ?? [];
    expect(Number(at)).toBeGreaterThanOrEqual(Math.floor(before));
    expect(Number(at)).toBeLessThanOrEqual(after);
    await probe(deps.domain.db, 'delete from server_state');
  });

  const leaveBackup = (hoursAgo: number) =>
    deps.domain.db.em().upsert(ServerState, {
      one: true,
      backedUpAt: new Date(Date.now() - hoursAgo * 3_600_000),
      backupFile: 'kith.tar',
      backupBytes: 5_000_000,
    });

  it('status fits on one screen, and exits with 0', async () => {
    expect((await status(deps, false)).text).toContain('Last backup none yet');
    await leaveBackup(3);
    const { said, code } = await kith(env, 'status');
    for (const part of [
      /^Kith \d+\.\d+\.\d+\+[0-9a-f]{12}; Node v\d+/,
      /^PostgreSQL 1\d\.\d+; schema Migration\d+\w+$/m,
      /^Database [\d.]+ MB; \d+ of \d+ connections; queues on PostgreSQL$/m,
      /^Disk [\d.]+ [GT]B of [\d.]+ [GT]B free in /m,
      /^Last backup \S+Z, 3 h ago: kith.tar, 4.8 MB, verified$/m,
      /^Last mail none yet$/m,
      /^images +0 +0 +0 +0 +-$/m,
      /\bfeed\.trim +24 h +in 24 h(?: |$)/m,
      /^All is well\.$/m,
    ])
      expect(said).toMatch(part);
    expect(said.split('\n').length).toBeLessThan(30);
    expect(code).toBe(0);
  });

  it('status exits with 1 while something is wrong; jobs lists, retries and removes failed jobs', async ({
    onTestFinished,
  }) => {
    // Also undoes what a failed run of this test has left, so that it can be repeated.
    const undo = async () => {
      await probe(deps.domain.db, 'alter table if exists images_away rename to images');
      await probe(deps.domain.db, 'delete from pending_jobs');
      await probe(deps.domain.db, 'delete from webhooks');
    };
    onTestFinished(undo);
    await leaveBackup(9 * 24);
    await probe(deps.domain.db, `insert into pending_jobs (name, payload) values ('no.such', '{}')`);
    await probe(deps.domain.db, 'alter table images rename to images_away');
    // Allows a single attempt, because the worker would otherwise retry the job for minutes before it counts as failed.
    const { queues, close } = await inspectQueues(deps.stores);
    const images = queues.find(({ name }) => name === 'images');
    await images?.add('images.process', { imageId: 1 }, { attempts: 1 });
    await expect.poll(() => listJobs(deps), { timeout: 20_000 }).toContain('images.process');
    await probe(
      deps.domain.db,
      `insert into webhooks (url, secret, off_since, off_reason) values ('https://hook.kith.test/', '', now(), 'gone')`,
    );
    const { said, code } = await kith(env, 'status');
    expect(said).toMatch(/ {2}- Webhook \d+ of the server is switched off, .*npm run kith -- webhook list\n/);
    expect(said).toMatch(
      /\n {2}- The last backup is of .* UTC\. .*\n {2}- 1 job “no\.such” belongs to another version\. /,
    );
    expect(said).toMatch(/\n {2}- \d jobs? ha(?:s|ve) failed for good\. /);
    expect(said).toContain('Recorded and not yet queued: 1');
    expect(code).toBe(1);
    await close();
    await undo();
    expect(await retryJobs(deps, ['all'])).toMatch(/^[1-9] jobs? queued again\.$/);
    await expect.poll(() => listJobs(deps)).toBe('No job has failed.');
    await expect(removeJobs(deps, ['mail/1'])).rejects.toThrow('There is no failed job mail/1.');
    await expect(retryJobs(deps, [])).rejects.toThrow('Name a job');
  });

  it('status reports a worker that is not running, unless all of Kith is stopped', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await status(deps, false)).text).toContain('No worker is at work: pendingJobs.relay,');
    expect((await status(deps, true)).text).not.toContain('No worker');
    vi.useRealTimers();
  });

  it('status and backup report a full disk in one line', async (context) => {
    const disk = mkdtempSync(join(tmpdir(), 'kith-disk-'));
    const mounted = spawnSync('sh', ['-c', `mount -t tmpfs -o size=40k tmpfs ${disk}`]).status === 0;
    context.onTestFinished(() => {
      if (mounted) spawnSync('sh', ['-c', `umount ${disk}`]);
      rmSync(disk, { recursive: true });
    });
    context.skip(!mounted, 'only root makes a disk to be filled');
    writeFileSync(join(disk, 'everything'), Buffer.alloc(40 * 1024));
    const onDisk = { ...env, DATA_DIR: disk };
    const { said, code } = await kith(onDisk, 'status');
    expect(said).toContain(`- The disk of ${disk} is full, so nothing new can be stored.`);
    expect(code).toBe(1);
    const backup = spawn(process.execPath, [join(root, 'scripts/backup/main.ts'), join(disk, 'x.kith')], {
      env: onDisk,
    });
    const [line, [ended]] = await Promise.all([text(backup.stderr), once(backup, 'exit')]);
    expect(line).toMatch(/^The disk of .* has no room for a backup: 0 MB are free, and \d+ MB should be\. .*\n$/);
    expect(ended).toBe(1);
  });

  it('has the commands backup FILE and restore FILE', async () => {
    const file = join(backupDir, 'by-kith.tar.zst');
    const made = await kith(env, 'backup', file);
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringMatching(/by-kith\.tar\.zst holds \d+ rows and \d+ files/),
    ]);
    const read = await kith(env, 'restore', file, '--check');
    expect([read.code, read.said]).toEqual([
      0,
      expect.stringMatching(/is whole: \d+ members.* by Kith [\d.]+\+[0-9a-f]{12} on /),
    ]);
  });
});

it('reports a database that cannot be reached', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'kith-status-'));
  const env = { ENV_FILE: '', DATA_DIR, DATABASE_URL: 'postgres://kith:secret@127.0.0.1:1/kith' };
  const { said, code } = await kith(env, 'status');
  expect(said).toMatch(/^The database is unavailable \(.*ECONNREFUSED.*\)\.\n$/);
  expect(said).not.toContain('secret');
  expect(code).toBe(1);
  rmSync(DATA_DIR, { recursive: true });
});

it('`kith help` lists the commands, and an unknown command is named in one line', async () => {
  const help = await kith({}, 'help');
  expect([help.code, help.said]).toEqual([0, expect.stringContaining('moderator NAME [--remove]')]);
  const unknown = await kith({}, 'user', 'shwo', 'ann');
  expect(unknown).toEqual({ code: 1, said: 'There is no command "user shwo"; npm run kith -- help lists them all.\n' });
});
