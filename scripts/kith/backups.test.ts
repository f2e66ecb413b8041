import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { planBackups } from './backups.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-plan-'));
const file = join(folder, 'settings');
const env = { ENV_FILE: file, DATA_DIR: folder };
const read = () => readFileSync(file, 'utf8');
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

it('`kith backup` writes its options to the settings file, and keeps the rest of the file', () => {
  writeFileSync(file, 'PORT=8080\n# BACKUP_EVERY=\nMAIL_FROM="Kith <kith@example.org>"\n');
  const said = planBackups(['--every', '1d', '--keep', '3', '--dir', '/mnt/a disk'], env);
  expect(said).toContain('every 24 h into /mnt/a disk and keeps the newest 3');
  expect(read()).toBe(
    `PORT=8080\nBACKUP_EVERY=1d\nMAIL_FROM="Kith <kith@example.org>"\nBACKUP_KEEP=3\nBACKUP_DIR='/mnt/a disk'\n`,
  );
  planBackups(['--every', '12h'], env);
  expect(read()).toContain('BACKUP_EVERY=12h\n');
  expect(read().match(/BACKUP_EVERY/g)).toHaveLength(1);
});

it.each([
  ['1m', '1 min'],
  ['90m', '90 min'],
  ['2d', '2 days'],
])('`kith backup` describes %s as %s', (every, words) => {
  expect(planBackups(['--every', every], env)).toContain(`backs up every ${words} into`);
});

it('`kith backup` creates the settings file if there is none', () => {
  planBackups(['--every', '1d'], env);
  expect(read()).toBe('BACKUP_EVERY=1d\n');
});

it.each([
  ['an invalid duration', ['--every', 'often'], env, /BACKUP_EVERY should be/],
  ['an invalid number', ['--keep', 'all'], env, /BACKUP_KEEP should be/],
  ['an unknown option', ['--at', '3'], env, /--at/],
  ['what the environment overrides', ['--every', '1d'], { ...env, BACKUP_EVERY: '2d' }, /set in the environment/],
  ['a missing settings file', ['--every', '1d'], { ...env, ENV_FILE: '' }, /ENV_FILE is empty/],
])('`kith backup` refuses %s in one line, and writes nothing', (_, args, given, why) => {
  expect(() => planBackups(args, given)).toThrow(why);
  expect(() => read()).toThrow('ENOENT');
});
