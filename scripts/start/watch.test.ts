import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolders } from './watch.ts';

let folder: string;
let seen: string[];
let watching: { close(): void };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kith-watch-'));
  mkdirSync(join(folder, 'queries'));
  writeFileSync(join(folder, 'queries/posts.sql'), 'select 1');
  seen = [];
  watching = watchFolders([folder], (files) => seen.push(...files.map((file) => relative(folder, file))));
});
afterEach(() => {
  watching.close();
  rmSync(folder, { recursive: true });
});

/** Saves a file as many editors do: writes a new file beside the old one, and renames it over the old one. */
function saveByRename(name: string, text: string): void {
  writeFileSync(join(folder, `${name}~`), text);
  renameSync(join(folder, `${name}~`), join(folder, name));
}

it('the watcher notices several saves by rename, of SQL too', async () => {
  for (let save = 1; save <= 3; save += 1) {
    saveByRename('queries/posts.sql', `select ${save}`);
    await expect.poll(() => seen).toEqual(Array(save).fill('queries/posts.sql'));
  }
});

it('the watcher notices files in a new folder', async () => {
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new/first.ts'), '1');
  await expect.poll(() => seen).toContain('new/first.ts');
  seen = [];
  saveByRename('new/first.ts', '2');
  await expect.poll(() => seen).toContain('new/first.ts');
});

it('the watcher continues after a folder was deleted and recreated', async () => {
  rmSync(join(folder, 'queries'), { recursive: true });
  writeFileSync(join(folder, 'b.ts'), '1');
  await expect.poll(() => seen).toContain('b.ts');
  mkdirSync(join(folder, 'queries'));
  writeFileSync(join(folder, 'queries/posts.sql'), 'select 2');
  await expect.poll(() => seen.filter((file) => file === 'queries/posts.sql').length).toBeGreaterThan(0);
  seen = [];
  saveByRename('queries/posts.sql', 'select 3');
  await expect.poll(() => seen).toContain('queries/posts.sql');
});

it('the watcher ignores tests, and files that are not loaded', async () => {
  for (const name of ['a.test.ts', 'notes.md', 'b.ts']) writeFileSync(join(folder, name), '1');
  await expect.poll(() => seen).toEqual(['b.ts']);
});
