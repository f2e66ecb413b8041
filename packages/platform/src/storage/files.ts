import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage } from '@kith/domain';
import { checkKey, checkPrefix } from './keys.ts';

/** Stores files in a folder. Writes are atomic (temporary file, then rename) and durable (fsync) when `put` returns. */
export function createFileStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, 'files', checkKey(key));
  const temporaryFiles = createTemporaryFiles(join(folder, 'temporary'));

  return {
    ...temporaryFiles,

    async put(key, content) {
      const path = pathOf(key);
      const temporary = Buffer.isBuffer(content) ? await temporaryFiles.temporaryPath() : content.file;
      try {
        await writeThrough(temporary, Buffer.isBuffer(content) ? content : null);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(key) {
      return readFile(pathOf(key)).catch(nullIfMissing);
    },

    async size(key) {
      const found = await stat(pathOf(key)).catch(nullIfMissing);
      return found?.isFile() ? found.size : null;
    },

    async stream(key, range) {
      const file = await open(pathOf(key)).catch(nullIfMissing);
      if (!file) return null;
      const found = await file.stat();
      const { from: start, to } = range ?? { from: 0, to: found.size };
      if (found.isFile())
        return { size: to - start, body: createReadStream('', { fd: file, ...(range && { start, end: to - 1 }) }) };
      await file.close();
      return null;
    },

    address: async () => null,

    async removeFolder(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },

    async *list(prefix) {
      const [parent = '', start = ''] = checkPrefix(prefix).split('/');
      const folders = await opendir(join(folder, 'files', parent)).catch(nullIfMissing);
      if (!folders) return;
      for await (const { name } of folders) {
        if (!name.startsWith(start)) continue;
        for (const file of await readdir(join(folder, 'files', parent, name))) {
          const found = await stat(join(folder, 'files', parent, name, file)).catch(nullIfMissing);
          if (found) yield { key: `${parent}/${name}/${file}`, changedAt: found.mtime };
        }
      }
    },
  };
}

/** Temporary files in a local folder, such as uploads that are being received. */
export function createTemporaryFiles(folder: string): Pick<FileStorage, 'temporaryPath' | 'removeTemporaryFiles'> {
  return {
    async temporaryPath() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, randomUUID());
    },

    async removeTemporaryFiles(before) {
      for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        const found = await stat(join(folder, name)).catch(nullIfMissing);
        if (found && found.mtime < before) await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Writes `bytes`, if given, to the file, and returns when the file is on disk. */
async function writeThrough(path: string, bytes: Buffer | null): Promise<void> {
  const file = await open(path, bytes ? 'wx' : 'r+', 0o600);
  try {
    if (bytes) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot fsync a folder, and does not need it.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
  throw error;
}
