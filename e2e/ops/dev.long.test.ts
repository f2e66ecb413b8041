// Long: starts `npm run dev` with Vite. scripts/start/watch.test.ts covers the watching.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { cleanEnvironment, newDataDir } from '../fixtures/app.ts';

/** Saves a file without changes as many editors do: writes a copy, and renames the copy over the file. */
function saveByRename(path: string): void {
  const file = join(root, path);
  copyFileSync(file, `${file}~`);
  renameSync(`${file}~`, file);
}

test('npm run dev restarts after each save by rename, and proxies REST paths beside the web app', async () => {
  const [port, inspected, dataDir] = [await freePort(), await freePort(), newDataDir()];
  // Occupies the default port of the web app.
  const other = createServer().listen(5173, '127.0.0.1');
  await once(other, 'listening').catch(() => {});
  const dev = spawn(process.execPath, ['scripts/run.mjs', 'dev', `--inspect=${inspected}`], {
    cwd: root,
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIR: dataDir, ENV_FILE: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text) => (output += text));
  const times = (words: string) => output.split(words).length - 1;
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Kith is ready on http:\/\/localhost:\d+/);
    const [, web = ''] = /ready on (http:\/\/localhost:\d+)/.exec(output) ?? [];
    expect(web).not.toBe('http://localhost:5173');
    const type = async (path: string, init?: RequestInit) =>
      (await fetch(`${web}${path}`, init)).headers.get('content-type')?.split(';')[0];
    expect(await type('/messages', { headers: { accept: 'text/html' } })).toBe('text/html');
    expect(await type('/messages', { method: 'POST' })).toBe('application/json');
    expect(await type('/moderation/reports')).toBe('application/json');

    for (const save of [1, 2]) {
      saveByRename('packages/db/src/queries/likes.sql');
      await expect.poll(() => times('Starting the server and the worker with the changes')).toBe(save);
      // The restarted server process opens the debugger's port again.
      await expect.poll(() => times(`ws://127.0.0.1:${inspected}/`)).toBe(save + 1);
    }
    // Vite reports an update for a saved screen, a saved file of texts and a saved style sheet.
    for (const path of ['features/profile/ProfileHeader.tsx', 'i18n/pl.json', 'theme/tokens.css']) {
      await fetch(`${web}/src/${path}`, { headers: { 'sec-fetch-dest': 'script' } });
      const before = output.length;
      saveByRename(`apps/web/src/${path}`);
      await expect
        .poll(() => output.slice(before))
        .toMatch(new RegExp(`(?:hmr update|page reload).*${path.split('/').at(-1)}`));
    }
    saveByRename('apps/worker/src/images/child.ts');
    await expect.poll(() => times('Starting the worker with the changes')).toBe(1);
    await expect.poll(() => type('/healthz').catch(() => null)).toBe('application/json');
  } finally {
    other.close();
    dev.kill('SIGTERM');
    await once(dev, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
