// Long: starts Kith a dozen times, and kills it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@kith/platform/postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { alive, below, processesBelow, signalAll } from '../fixtures/processes.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('works after kill -9 of all processes, and of the supervisor alone', async () => {
    const dataDir = newFolder();
    const port = await freePort();
    const first = await startApp({ dataDir, port });
    signalAll(below(first), 'SIGKILL');
    await first.ended;

    const second = await startApp({ dataDir, port });
    const pids = below(second);
    process.kill(second.pid, 'SIGKILL');
    await second.ended;
    // The server and the worker notice that their supervisor is gone and exit; the next start stops the orphaned database.
    const third = await startApp({ dataDir, port });
    await expect.poll(() => alive(pids), { timeout: 3000 }).toEqual([]);
    expect(await third.stop({ keep: true })).toBe(0);
  });

  test('leaves no child behind when killed, not even one that ignores signals', async () => {
    const app = await startApp({ dataDir: newFolder(), env: { SHUTDOWN_SECONDS: '2' } });
    await expect.poll(app.output).toMatch(/Kith is ready on /);
    const below = processesBelow(app.pid).filter(({ command }) => !command.startsWith('postgres'));
    const worker = below.find(({ command }) => command.includes('apps/worker'));
    const ours = below.filter(({ command }) => /apps\/|\/bin\/sh/.test(command)).map(({ pid }) => pid);
    expect(ours.length).toBeGreaterThan(2);
    process.kill(worker?.pid as number, 'SIGSTOP');
    process.kill(app.pid, 'SIGKILL');
    await app.ended;
    await expect.poll(() => alive(ours), { timeout: 15_000 }).toEqual([]);
    // The next start stops the database process that was left running, and works.
    const next = await startApp({ dataDir: app.dataDir });
    await next.stop({ keep: true });
  });

  test('can be stopped while it starts', async () => {
    const env = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: join(newFolder(), 'data') };
    const child = spawn(process.execPath, [join(root, 'scripts/start/dist/main.js')], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
    const pids = new Set<number>();
    for (let n = 0; n < 12; n += 1, await wait(100)) {
      for (const { pid } of processesBelow(child.pid as number)) pids.add(pid);
    }
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect.poll(() => alive([...pids]), { timeout: 3000 }).toEqual([]);
  });

  test('can be stopped while it waits for a database that does not answer', async () => {
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const env = {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: join(newFolder(), 'data'),
      DATABASE_URL: `postgres://kith:kith@127.0.0.1:${port}/kith`,
    };
    const child = spawn(process.execPath, [join(root, 'scripts/start/dist/main.js')], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
    const [connection] = await once(database, 'connection');
    child.kill('SIGTERM');
    // A start gives up by itself after ten seconds. Here it has to end sooner, while the connection is still open.
    const [code] = await Promise.race([once(child, 'exit'), wait(8_000, ['still running'])]);
    expect(code).toBe(0);
    connection.destroy();
    database.close();
  });

  test('as root in a folder that only root may enter keeps its database elsewhere, and says so', async (context) => {
    context.skip(process.getuid?.() !== 0, 'only root has this trouble');
    const folder = newFolder();
    chmodSync(folder, 0o700);
    const app = await startApp({ dataDir: join(folder, 'data') });
    // Polls, because Kith prints this line when the worker is ready, a moment after the server.
    await expect.poll(app.output).toMatch(/Kith is ready on .*PostgreSQL runs as nobody.*its data is in/);
    const [, place = ''] = app.output().match(/its data is in (\S+?)\)/) ?? [];
    folders.push(place);
    expect(statSync(join(place, 'cluster')).uid).not.toBe(0);
    await app.stop({ keep: true });
  });
});
