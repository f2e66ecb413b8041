import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@kith/platform/postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { type App, newDataDir, startApp } from '../fixtures/app.ts';
import { processesBelow, signalAll } from '../fixtures/processes.ts';
import { startRefused } from '../fixtures/startRefused.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

const below = (app: App) => [app.pid, ...processesBelow(app.pid).map(({ pid }) => pid)];
const alive = (pids: number[]) =>
  pids.filter(
    (pid) =>
      existsSync(`/proc/${pid}`) &&
      processesBelow(process.pid)
        .concat(orphans())
        .some((p) => p.pid === pid),
  );
const orphans = () => processesBelow(1);

/** A test that starts Kith several times, and so runs only at night or when `npm test` is given this file's name. */
const atNight = test.runIf(process.env.KITH_NIGHT === 'on');

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('refuses a second Kith on the same data, stops within 5 s of SIGTERM, leaves no process, and starts a second time', async () => {
    const dataDir = newFolder();
    const first = await startApp({ dataDir });
    const pids = below(first);
    expect(pids.length).toBeGreaterThan(5);
    await expect.poll(first.output).toMatch(/Kith is ready on /);

    const { code, lines } = await startRefused({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Another Kith \(process \d+\) runs on .*: stop it first/)]);
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);

    const stoppedAt = Date.now();
    expect(await first.stop({ keep: true })).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(5000);
    expect(alive(pids)).toEqual([]);
    expect(first.output().match(/Kith is ready on /g)).toHaveLength(1);

    const second = await startApp({ dataDir });
    expect(await second.stop({ keep: true })).toBe(0);
  });

  atNight('works after kill -9 of all processes, and of the supervisor alone', async () => {
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

  atNight('leaves no child behind when killed, not even one that ignores signals', async () => {
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

  atNight('as root in a folder that only root may enter keeps its database elsewhere, and says so', async (context) => {
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

describe('npm start refuses in one line', () => {
  test('a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, lines } = await startRefused({ PORT: String(port) });
    expect(code).toBe(1);
    expect(lines).toEqual([`Port ${port} is taken: end the program that uses it, or set PORT to another.`]);
    taken.close();
  });

  test('a folder that belongs to something else', async () => {
    const foreign = newFolder();
    writeFileSync(join(foreign, 'thesis.txt'), 'years of work');
    const { code, lines } = await startRefused({ DATA_DIR: foreign });
    expect(code).toBe(1);
    expect(lines).toEqual([`DATA_DIR ${foreign} holds files that are not Kith's: name an empty or a new folder.`]);
  });

  test('a path that cannot be a folder', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    const { code, lines } = await startRefused({ DATA_DIR: join(folder, 'file', 'data') });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^DATA_DIR .* cannot be written \(ENOTDIR\): make it writable or/)]);
  });

  test.each([
    [{ PORT: 'http' }, 'Setting PORT should be a whole number from 1 to 65535.'],
    [{ HOST: '203.0.113.7' }, 'Setting HOST should be an address of this machine, and 203.0.113.7 is none.'],
    [{ NODE_ENV: 'production' }, /^Setting SMTP_URL should be given with NODE_ENV=production/],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/kith' },
      /^The database cannot be used \(.*ECONNREFUSED.*\): check DATABASE_URL\.$/,
    ],
  ])('%o', async (env, line) => {
    const { code, lines } = await startRefused(env as unknown as Record<string, string>);
    expect(code).toBe(1);
    expect(lines).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });
});
