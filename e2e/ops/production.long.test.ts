// Long: installs and builds a fresh clone.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { newDataDir } from '../fixtures/app.ts';

let clone: string;
let started: { child: ChildProcess; said: string; origin: string };

beforeAll(() => {
  clone = join(newDataDir(), 'a clone');
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
  chmodSync(clone, 0o755);
});
afterAll(() => rmSync(join(clone, '..'), { recursive: true, force: true }));

/** Runs `npm start` in production mode, and resolves when Kith is ready. */
async function start(): Promise<void> {
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // npm needs these certificates behind a proxy that reads what is encrypted.
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      NODE_ENV: 'production',
      PORT: String(port),
      ALLOW_DEV_MAIL: 'on',
      GOOGLE_SIGN_IN: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started = { child, said: '', origin: `http://127.0.0.1:${port}` };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (started.said += text));
  await expect
    .poll(() => (child.exitCode === null ? started.said : `ended: ${started.said}`), { timeout: 240_000 })
    .toMatch(/Kith is ready on|^ended/);
  expect(started.said).toContain('Kith is ready on');
}

async function stop(): Promise<void> {
  started.child.kill('SIGTERM');
  await once(started.child, 'exit');
}

// The start installs 500 packages, which takes 45 s or more, so it is tested at night only.
describe('a production start on a fresh clone in a folder with a space', () => {
  test('installs what it needs, builds, starts, and serves its page', { timeout: 300_000 }, async () => {
    await start();
    const page = await fetch(started.origin, { headers: { accept: '*/*' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await stop();
    const kilobytes = Number(
      execFileSync('du', ['-sk', join(clone, 'node_modules')], { encoding: 'utf8' }).split('\t')[0],
    );
    // What is installed, and the cache of the builds.
    expect(kilobytes).toBeLessThan(480 * 1024);
  });

  test('starts a second time without installing or building', { timeout: 60_000 }, async () => {
    await start();
    expect(started.said).not.toMatch(/Installing|Building/);
    await stop();
  });
});
