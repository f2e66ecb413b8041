// Long: makes and reads backups in processes of their own, and fills a disk.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { startTestProcesses, type TestProcesses } from '../lib/testProcesses.ts';
import { kith } from './runKith.ts';

const token = 'a secret of Prometheus';

describe('npm run kith --', () => {
  let running: TestProcesses;
  const backupDir = mkdtempSync(join(tmpdir(), 'kith-backups-'));

  beforeAll(async () => {
    running = await startTestProcesses(inject('databaseUrl'), { BACKUP_DIR: backupDir, METRICS_TOKEN: token });
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(backupDir, { recursive: true });
  });

  it('status and the metric report a backup that was made, and status reports a missing one', async () => {
    const asked = { ...running.env, BACKUP_EVERY: '1d' };
    expect((await kith(asked, 'status')).said).toContain('though one is to be made every 24 h');
    const file = join(backupDir, 'everything.kith');
    const before = Date.now() / 1_000;
    const made = spawn(process.execPath, [join(root, 'scripts/backup/main.ts'), file], { env: asked });
    expect((await once(made, 'exit'))[0]).toBe(0);
    const after = Date.now() / 1_000;
    const { said, code } = await kith(asked, 'status');
    expect(said).toMatch(/^Last backup \S+Z, \d+ s ago: .*everything\.kith, [\d.]+ kB$/m);
    expect(code).toBe(0);
    const headers = { authorization: `Bearer ${token}` };
    const figures = await fetch(`${running.api}/metrics`, { headers }).then((answer) => answer.text());
    const [, at] = /^kith_last_backup_timestamp_seconds (\S+)$/m.exec(figures) ?? [];
    expect(Number(at)).toBeGreaterThanOrEqual(Math.floor(before));
    expect(Number(at)).toBeLessThanOrEqual(after);
    rmSync(join(backupDir, 'last-backup.json'));
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
    const env = { ...running.env, DATA_DIR: disk };
    const { said, code } = await kith(env, 'status');
    expect(said).toContain(`- the disk of ${disk} is full: writes are refused`);
    expect(code).toBe(1);
    const backup = spawn(process.execPath, [join(root, 'scripts/backup/main.ts'), join(disk, 'x.kith')], { env });
    const [line, [ended]] = await Promise.all([text(backup.stderr), once(backup, 'exit')]);
    expect(line).toMatch(/^The disk is full \(.*no space left on device.*\): free some space; old backups first\.\n$/i);
    expect(ended).toBe(1);
  });

  it('has the commands backup FILE and restore FILE', async () => {
    const file = join(backupDir, 'by-kith.tar.zst');
    const made = await kith(running.env, 'backup', file);
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringMatching(/by-kith\.tar\.zst holds \d+ rows and \d+ files/),
    ]);
    const read = await kith(running.env, 'restore', file, '--check');
    expect([read.code, read.said]).toEqual([
      0,
      expect.stringMatching(/is whole: \d+ members.* by Kith [\d.]+\+[0-9a-f]{12} on /),
    ]);
  });
});
