// Long: installs the packages of a release.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { collect, newDataDir, untilReady } from '../fixtures/app.ts';
import { createMember } from '../fixtures/cast.ts';
import { rest } from '../fixtures/rest.ts';

const folder = newDataDir();
const releases = join(folder, 'releases');
const current = join(folder, 'current');
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // npm needs these certificates behind a proxy that reads what is encrypted.
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
  NODE_ENV: 'production',
  ENV_FILE: '',
  DATA_DIR: join(folder, 'data'),
  PORT: String(await freePort()),
  ALLOW_DEV_MAIL: 'on',
  CONFIRM_EMAIL: 'off',
  GOOGLE_SIGN_IN: 'off',
  RATE_LIMIT: 'off',
  ALLOW_RATE_LIMIT_OFF: 'on',
};
const origin = `http://localhost:${env.PORT}`;

/** Starts the release that the link names, as systemd does. */
async function start(): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn('npm', ['start'], { cwd: current, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  await untilReady(origin, once(child, 'exit'), output);
  return { child, output };
}

beforeAll(() => {
  mkdirSync(releases);
  execFileSync(process.execPath, ['scripts/release/main.ts', '--into', join(releases, '1')], { cwd: root });
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: join(releases, '1'), env });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a release starts without a build, and the next one takes its place by a link while the first still runs', async () => {
  symlinkSync('releases/1', current);
  const first = await start();
  expect(first.output()).not.toMatch(/Installing|Building/);
  const page = await fetch(origin, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const { userName, password } = await createMember(origin, 'vera');
  const logIn = async () =>
    (await rest(origin, 'POST /auth/login', { json: { identifier: userName, password } })).status;

  cpSync(join(releases, '1'), join(releases, '2'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('releases/2', `${current}.next`);
  renameSync(`${current}.next`, current);
  expect(await logIn()).toBe(200);
  const stopped = performance.now();
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const second = await start();
  console.log(`The upgrade took ${((performance.now() - stopped) / 1_000).toFixed(1)} s.`);
  rmSync(join(releases, '1'), { recursive: true });
  expect(await logIn()).toBe(200);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const shown = execFileSync('npm', ['run', '--silent', 'kith', '--', 'version'], {
    cwd: current,
    env,
    encoding: 'utf8',
  });
  expect(shown).toMatch(new RegExp(`^${RegExp.escape(version)}\\+[0-9a-f]{12}\\n$`));
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
}, 300_000);
