import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { join as signUp } from '../fixtures/cast.ts';
import { refusal } from '../fixtures/refusal.ts';
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

/** An operator's command on a DATA_DIR. */
const kith = (dataDir: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/kith/main.ts'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }) => String(stderr).trim(),
  );

const logIn = async (origin: string, identifier: string, password: string) =>
  (await rest(origin, 'POST /auth/login', { json: { identifier, password } })).status;

describe.skipIf(process.platform !== 'linux')('a DATA_DIR', () => {
  test('that was copied leads to the copy, while the original runs and after', async () => {
    const original = newFolder();
    const app = await startApp({ dataDir: original });
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

  test('whose database is gone is refused, not begun anew', async () => {
    const dataDir = newFolder();
    await (await startApp({ dataDir })).stop({ keep: true });
    renameSync(join(dataDir, 'postgres/cluster'), join(dataDir, 'postgres/lost'));
    const { code, lines } = await refusal({ DATA_DIR: dataDir });
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^The database of DATA_DIR .* is not in .*: bring both/)],
    ]);
    renameSync(join(dataDir, 'postgres/lost'), join(dataDir, 'postgres/cluster'));
    await (await startApp({ dataDir })).stop({ keep: true });
  });

  test('of a root whose files nobody else may enter is copied without its database, and says so', async (context) => {
    context.skip(process.getuid?.() !== 0, 'only root has this trouble');
    const folder = newFolder();
    chmodSync(folder, 0o700);
    const app = await startApp({ dataDir: join(folder, 'data') });
    await expect.poll(app.output).toMatch(/its data is in/);
    const [, place = ''] = app.output().match(/its data is in (\S+?)\)/) ?? [];
    folders.push(place);
    cpSync(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
    const { code, lines } = await refusal({ DATA_DIR: join(folder, 'copy') });
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^The database of DATA_DIR .*copy is not in .*, where it/)],
    ]);
    await app.stop({ keep: true });
  });

  test('is made under any umask, and refused at once where none can be made', async () => {
    const folder = newFolder();
    const umask = process.umask(0o077);
    const app = await startApp({ dataDir: join(folder, 'deep/data') });
    process.umask(umask);
    await app.stop({ keep: true });
    await (await startApp({ dataDir: join(folder, 'deep/data') })).stop({ keep: true });
    const { code, lines } = await refusal({ DATA_DIR: '/proc/nothing' });
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^DATA_DIR \/proc\/nothing cannot be written \(ENOENT\)/)],
    ]);
  });
});
