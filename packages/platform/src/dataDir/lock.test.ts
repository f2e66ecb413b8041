import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTimeOf } from '../processes.ts';
import { claimDataDir } from './claim.ts';
import { lockFolder } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kith-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock of a folder', () => {
  const write = (content: string) => writeFileSync(join(folder, 'kith.lock'), content);

  test('lasts until it is released', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`Another Kith (process ${process.pid}) runs on ${folder}`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  test('ends with its process', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    write(`${child.pid} ${startTimeOf(child.pid as number)}\n`);
    expect(() => lockFolder(folder)).toThrow('Another Kith');
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockFolder(folder)();
  });

  test('does not belong to another process with the same pid', () => {
    write(`${process.pid} 1\n`);
    lockFolder(folder)();
  });

  test('that was written incompletely does not count', () => {
    write('');
    lockFolder(folder)();
  });
});

describe('a DATA_DIR', () => {
  test('is created, and recognised later', () => {
    const dataDir = join(folder, 'new/data');
    claimDataDir(dataDir);
    expect(existsSync(join(dataDir, 'kith.json'))).toBe(true);
    writeFileSync(join(dataDir, 'anything'), '');
    expect(claimDataDir(dataDir)).toEqual(JSON.parse(readFileSync(join(dataDir, 'kith.json'), 'utf8')));
  });

  test('of a newer Kith is refused', () => {
    writeFileSync(join(folder, 'kith.json'), '{"format":2}');
    expect(() => claimDataDir(folder)).toThrow('was written by another version of Kith');
  });

  test('with other content is refused', () => {
    writeFileSync(join(folder, 'thesis.txt'), '');
    expect(() => claimDataDir(folder)).toThrow("holds files that are not Kith's");
  });

  test('with files of a Kith on an external database is accepted', () => {
    for (const name of ['media-store', 'backups']) mkdirSync(join(folder, name));
    expect(claimDataDir(folder)).toMatchObject({ format: 1 });
  });
});
