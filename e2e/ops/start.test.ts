import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { alive, below } from '../fixtures/processes.ts';
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

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('refuses a second Kith on the same data, stops on SIGTERM, leaves no process, and starts a second time', async () => {
    const dataDir = newFolder();
    const first = await startApp({ dataDir });
    const pids = below(first);
    expect(pids.length).toBeGreaterThan(5);
    const steps = ['Starting PostgreSQL', 'Migrating the database', 'Starting the server and the worker'];
    const shown = steps.map((step) => `${step} …\\n  \\d+\\.\\d s\\n`).join('');
    await expect.poll(first.output).toMatch(new RegExp(`^${shown}Kith is ready on `));

    const { code, lines } = await startRefused({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Another Kith \(process \d+\) runs on .*: stop it first/)]);
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);

    expect(await first.stop({ keep: true })).toBe(0);
    expect(alive(pids)).toEqual([]);
    expect(first.output().match(/Kith is ready on /g)).toHaveLength(1);

    const second = await startApp({ dataDir });
    expect(await second.stop({ keep: true })).toBe(0);
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
