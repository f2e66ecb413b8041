// Rare: copies and moves the folder of the data, which only an operator does.
import { execFile } from 'node:child_process';
import { chownSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { createMember as signUp } from '../fixtures/cast.ts';
import { rest } from '../fixtures/rest.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

/** Runs a script for operators on the data in `dataDir`. */
const run = (dataDir: string, [script = '', ...words]: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ENV_FILE: '' },
  }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }) => String(stderr).trim(),
  );
const kith = (dataDir: string, ...words: string[]) => run(dataDir, ['kith/main.ts', ...words]);

const logIn = async (origin: string, identifier: string, password: string) =>
  (await rest(origin, 'POST /auth/login', { json: { identifier, password } })).status;

describe.skipIf(process.platform !== 'linux')('a DATA_DIR', () => {
  // This test starts Kith three times, so it runs at night only.
  test('that was copied belongs to the copy, while the original runs and after', async () => {
    const original = newFolder();
    const app = await startApp({ dataDir: original });
    // The first member is the host, whom nobody can disable.
    await signUp(app.origin, 'hanna');
    const { userName, password } = await signUp(app.origin, 'vera');
    const live = join(newFolder(), 'live');
    cpSync(original, live, { recursive: true });
    await kith(live, 'user', 'disable', userName);
    expect(await logIn(app.origin, userName, password)).toBe(200);
    expect(await kith(original, 'user', 'disable', userName)).toBe(`${userName} is disabled.`);
    expect(await logIn(app.origin, userName, password)).toBe(403);
    await app.stop({ keep: true });

    const moved = join(newFolder(), 'moved');
    cpSync(original, moved, { recursive: true });
    expect(readFileSync(join(moved, 'kith.json'), 'utf8')).not.toContain(original);
    expect(await kith(moved, 'user', 'enable', userName)).toBe(`${userName} is enabled.`);
    const [copy, again] = await Promise.all([startApp({ dataDir: moved }), startApp({ dataDir: original })]);
    expect(await logIn(copy.origin, userName, password)).toBe(200);
    expect(await logIn(again.origin, userName, password)).toBe(403);
    await Promise.all([copy.stop({ keep: true }), again.stop({ keep: true })]);
  });

  test('without a database stays empty when a command is run, which says where to look', async () => {
    const empty = newFolder();
    const file = join(empty, 'x.kith');
    for (const script of ['kith/main.ts status', `backup/main.ts ${file}`, 'start/migrate.ts']) {
      const said = await run(empty, script.split(' '));
      expect(said).toMatch(/^There is no database of Kith in .*\n.*\n {2}sudo -u kith env ENV_FILE=\/etc\/kith\.env /m);
      expect(said).not.toContain(' at ');
    }
    expect(readdirSync(empty)).toEqual([]);
  });

  test('is migrated by npm run migrate, and keeps its owner when root runs a command', async (context) => {
    const dataDir = newFolder();
    const app = await startApp({ dataDir });
    expect(await run(dataDir, ['start/migrate.ts'])).toBe('');
    await app.stop({ keep: true });
    expect(await run(dataDir, ['start/migrate.ts'])).toBe('');
    context.skip(process.getuid?.() !== 0, 'only root could give it away');
    const cluster = join(dataDir, 'postgres/cluster');
    chownSync(cluster, 12_345, 12_345);
    expect(await kith(dataDir, 'status')).toMatch(
      /belongs to another user \(12345\): run this as that user \(sudo -u '#12345'\)/,
    );
    expect(statSync(cluster).uid).toBe(12_345);
  });
});
