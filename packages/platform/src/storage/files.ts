import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStorage } from '@kith/domain';
import { checkKey } from './keys.ts';

/** Files in a folder. A file appears whole or not at all, and what `put` answered for survives a power cut. */
export function createFileStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, 'files', checkKey(key));

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = join(folder, 'drafts', randomUUID());
      try {
        await write(draft, bytes);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async read(key) {
      return readFile(pathOf(key)).catch(nullIfMissing);
    },

    async stream(key) {
      const file = await open(pathOf(key)).catch(nullIfMissing);
      if (!file) return null;
      const stat = await file.stat();
      if (stat.isFile()) return { size: stat.size, body: createReadStream('', { fd: file }) };
      await file.close();
      return null;
    },

    async removeFolder(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },
  };
}

async function write(path: string, bytes: Buffer | Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and has no need to.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
  throw error;
}
