import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { StartError } from '../startError.ts';
import { requireSpace } from './folder.ts';

// A tar archive compressed with zstd, which `tar --zstd -xf` opens. It holds, in this order: manifest.json;
// database/TABLE/NUMBER, the rows in PostgreSQL's COPY text format, in chunks; the stored files by their keys; and contents.json,
// the checksums of everything before it. The size of manifest and checksums does not grow with the number of pictures.
export const formatVersion = 1;
const manifestName = 'manifest.json';
const contentsName = 'contents.json';

/** The first entry of an archive, so that its version can be checked before anything else is read. */
export interface Manifest {
  kind: 'kith-backup';
  format: number;
  /** The version of Kith that wrote the archive. */
  version: string;
  /** The time of the database snapshot, ISO 8601. */
  createdAt: string;
  /** The names of the migrations that had run, in order. */
  migrations: string[];
  /** The tables, ordered so that the target of a foreign key comes before the rows that reference it. */
  tables: { name: string; columns: string[] }[];
  /** The next values of the identity columns. */
  sequences: { name: string; value: string; called: boolean }[];
}

/** One table, or all stored files together. The hash of the files covers each name and its bytes. */
export interface Part {
  entries: number;
  bytes: number;
  /** The number of rows of a table, or of files. */
  items: number;
  /** The SHA-256 hash, in hex. */
  sha256: string;
}

/** The parts of an archive. The keys are `manifest.json`, `database/TABLE` for each table, and `files`. */
export type Contents = Record<string, Part>;

/** Thrown when a file is not an archive, is incomplete or was modified. The message is one line for the operator. */
export class BrokenArchive extends StartError {
  override name = 'BrokenArchive';
}

/**
 * Counts and hashes a stream; the writer and the reader of archives share this class, so that both compute the same checksum.
 */
class Tally {
  readonly #parts = new Map<string, Omit<Part, 'sha256'> & { hash: Hash }>();

  begin(name: string): (chunk: Uint8Array) => void {
    const table = /^(database\/[^/]+)\/\d+$/.exec(name)?.[1];
    const key = table ?? (name === manifestName ? name : 'files');
    const part = this.#parts.get(key) ?? { entries: 0, bytes: 0, items: 0, hash: createHash('sha256') };
    this.#parts.set(key, part);
    part.entries += 1;
    if (!table) {
      part.items += 1;
      part.hash.update(`${name}\n`);
    }
    return (chunk) => {
      part.bytes += chunk.length;
      part.hash.update(chunk);
      // COPY writes a line break within a value as \n, so every real line break ends a row.
      if (table) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) part.items += 1;
    };
  }

  contents(): Contents {
    const all = [...this.#parts].map(([name, { hash, ...part }]) => [
      name,
      { ...part, sha256: hash.copy().digest('hex') },
    ]);
    return Object.fromEntries(all);
  }
}

export interface ArchiveWriter {
  addBytes(name: string, bytes: Buffer): Promise<void>;
  addStream(name: string, body: Readable, size: number): Promise<void>;
}

/** How many bytes are added between two checks of the free space. */
const checkedBytes = 20_000_000;

/**
 * Writes the archive `file` atomically: `work` adds the entries, and the file gets its name once `check` has accepted it. Memory use
 * does not depend on the size of the data. Returns the contents and the size in bytes.
 */
export async function writeArchive(
  file: string,
  manifest: Manifest,
  work: (writer: ArchiveWriter) => Promise<void>,
  check: (draft: string, contents: Contents) => Promise<void> = async () => {},
): Promise<{ contents: Contents; bytes: number }> {
  const draft = `${file}.part`;
  const tally = new Tally();
  const tar = pack();
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const written = pipeline(tar, packed, createWriteStream(draft, { mode: 0o600, flush: true }));
  // If writing the file fails, for example on a full disk, no more entries are added. Adding one then fails too, with an error that
  // says nothing.
  let cause: Error | undefined;
  written.catch((error: Error) => {
    cause ??= error;
    tar.destroy(error);
  });

  let unchecked = checkedBytes;
  const checkSpace = async (bytes: number) => {
    unchecked += bytes;
    if (unchecked < checkedBytes) return;
    unchecked = 0;
    await requireSpace(file, 0);
  };

  const addBytes = async (name: string, bytes: Buffer) => {
    await checkSpace(bytes.length);
    tally.begin(name)(bytes);
    await new Promise<void>((done, fail) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? fail(error) : done()));
    });
  };
  const addStream = async (name: string, body: Readable, size: number) => {
    await checkSpace(size);
    const count = tally.begin(name);
    const counted = new Transform({
      transform(chunk, _encoding, done) {
        count(chunk);
        done(null, chunk);
      },
    });
    await pipeline(body, counted, tar.entry({ name, size, mode: 0o600 }));
  };

  try {
    await addBytes(manifestName, json(manifest));
    await work({ addBytes, addStream });
    const contents = tally.contents();
    await addBytes(contentsName, json(contents));
    tar.finalize();
    await written;
    const { size: bytes } = await stat(draft);
    await check(draft, contents);
    await rename(draft, file);
    return { contents, bytes };
  } catch (error) {
    cause ??= error as Error;
    tar.destroy(cause);
    await written.catch(() => {});
    await rm(draft, { force: true });
    throw cause;
  }
}

/** Reads a written archive in full. @throws BrokenArchive if it has other contents than those that were written */
export async function readBack(file: string, written: Contents): Promise<void> {
  const { contents } = await readArchive(file, async () => {});
  if (JSON.stringify(contents) !== JSON.stringify(written)) throw new BrokenArchive(`${file} was not written whole.`);
}

/**
 * Reads an archive to its end and passes each entry to `take`, which may leave the entry unread. Returns the contents.
 * @throws BrokenArchive when the archive is incomplete or a checksum differs; `take` has seen the earlier entries by then
 */
export async function readArchive(
  file: string,
  take: (name: string, body: Readable, manifest: Manifest) => Promise<void>,
): Promise<{ manifest: Manifest; contents: Contents }> {
  const tally = new Tally();
  const tar = extract();
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  let ours: unknown;
  const read = pipeline(createReadStream(file), createZstdDecompress(), tar);
  read.catch(() => {});
  try {
    for await (const entry of tar as AsyncIterable<TarEntry>) {
      const { name } = entry.header;
      if (contents) throw new BrokenArchive(`${file} goes on after its end.`);
      if (name === contentsName) {
        contents = JSON.parse(String(await readAll(entry))) as Contents;
        continue;
      }
      const body = Readable.from(counted(entry, tally.begin(name)), { objectMode: false });
      if (!manifest) {
        manifest = readManifest(file, name === manifestName ? String(await readAll(body)) : '');
        continue;
      }
      try {
        await take(name, body, manifest);
      } catch (error) {
        ours = error;
        throw error;
      }
      if (!body.readableEnded) for await (const _ of body);
    }
    await read;
  } catch (error) {
    tar.destroy();
    if (error === ours || error instanceof StartError || (error as { code?: string }).code === 'ENOENT') throw error;
    throw new BrokenArchive(`${file} is broken, or no backup of Kith (${(error as Error).message}).`);
  }
  if (!manifest || !contents) throw new BrokenArchive(`${file} is not whole: its end is missing.`);
  const found = tally.contents();
  const names = new Set([...Object.keys(found), ...Object.keys(contents)]);
  const differs = [...names].find((name) => JSON.stringify(found[name]) !== JSON.stringify(contents?.[name]));
  if (differs) throw new BrokenArchive(`${file} is broken: ${differs} is not what was written.`);
  return { manifest, contents };
}

function readManifest(file: string, text: string): Manifest {
  const manifest = parse(text);
  if (manifest?.kind !== 'kith-backup') throw new BrokenArchive(`${file} is no backup of Kith.`);
  return manifest;
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

type TarEntry = AsyncIterable<Buffer> & { header: { name: string } };

async function* counted(chunks: AsyncIterable<Buffer>, count: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk);
    yield chunk;
  }
}

async function readAll(entry: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(entry));
}
