import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import { Refusal } from '../errors.ts';
import type { FileStorage } from '../ports.ts';
import { partKey } from '../uploads/parts.ts';
import { UnreadableArchive } from './unreadableArchive.ts';

export interface StoredPart {
  name: string;
  /** The size of the part, in bytes. */
  size: number;
}

/**
 * The minimum number of bytes that one read fetches: the library yauzl requests a few bytes at a time, and this covers hundreds
 * of directory entries at once.
 */
const block = 256 * 1024;

/** Reads the requested ranges of an archive whose parts are files in the storage, which every machine can read. */
class StoredArchive extends RandomAccessReader {
  readonly #storage: FileStorage;
  readonly #key: string;
  readonly #parts: readonly StoredPart[];
  #readAhead = { from: 0, bytes: Buffer.alloc(0) };

  constructor(storage: FileStorage, key: string, parts: readonly StoredPart[]) {
    super();
    this.#storage = storage;
    this.#key = key;
    this.#parts = parts;
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(this.#pieces(from, to), { objectMode: false });
  }

  async *#pieces(from: number, to: number): AsyncGenerator<Buffer> {
    let start = 0;
    for (const { name, size } of this.#parts) {
      const range = { from: Math.max(from - start, 0), to: Math.min(to - start, size) };
      if (range.from < range.to) {
        const found = await this.#storage.stream(partKey('imports', this.#key, name), range);
        if (!found) throw new UnreadableArchive('archive-gone');
        yield* found.body;
      }
      start += size;
    }
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytes?: number) => void,
  ): void {
    this.#copy(target, offset, length, position).then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error),
    );
  }

  async #copy(target: Buffer, offset: number, length: number, position: number): Promise<number> {
    const end = position + length;
    if (position < this.#readAhead.from || end > this.#readAhead.from + this.#readAhead.bytes.length)
      this.#readAhead = {
        from: position,
        bytes: await buffer(this._readStreamForRange(position, position + Math.max(length, block))),
      };
    const start = position - this.#readAhead.from;
    return this.#readAhead.bytes.copy(target, offset, start, start + length);
  }
}

/** A file in an archive: what is needed to read it without the archive's directory. */
export interface ArchiveFile {
  name: string;
  /** The offset of the file's header in the archive. */
  at: number;
  packed: number;
  size: number;
  /** The compression method. 0: stored, 8: deflated. */
  method: number;
}

export interface Archive {
  zip: ZipFile;
  /** The size of the whole archive, in bytes. */
  size: number;
}

/** Opens an archive that is stored in parts. @throws UnreadableArchive `not-a-zip`, `too-many-files`, `archive-gone` */
export async function openArchive(storage: FileStorage, key: string, parts: readonly StoredPart[]): Promise<Archive> {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const reader = new StoredArchive(storage, key, parts);
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await fromRandomAccessReaderPromise(reader, size, options).catch(refuse);
  if (zip.entryCount > maxFiles) throw new UnreadableArchive('too-many-files');
  return { zip, size };
}

/** Whether an error is the fault of the server (for example of its storage) and not of the archive, so that a retry may help. */
export const isServerFault = (error: unknown): boolean =>
  error instanceof Refusal || /^E[A-Z]+$/.test((error as { code?: string }).code ?? '');

function refuse(error: unknown): never {
  if (error instanceof UnreadableArchive || isServerFault(error)) throw error;
  throw new UnreadableArchive('not-a-zip', error);
}

const maxFiles = 100_000;

/** The maximum length of a name, in bytes: the names of all files are in memory while an archive is read. */
const maxNameLength = 500;

/** The maximum ratio of unpacked to packed size, for files above 1 MiB: deflate reaches some 20 for text, and 1,032 at most. */
const maxUnpackRatio = 250;
const ratioCheckedFromBytes = 2 ** 20;

const unix = 3;
const typeOfFile = 0o170000;
const link = 0o120000;

/**
 * All files of an archive. Each of them is checked before the content of any is read. @throws UnreadableArchive for a malicious
 * or damaged archive
 */
export async function listFiles({ zip, size }: Archive): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  try {
    for await (const entry of zip.eachEntry()) files.push(check(entry as unknown as RawEntry));
  } catch (error) {
    refuse(error);
  }
  refuseOverlaps(files, size);
  return files.filter(({ name }) => !name.endsWith('/'));
}

/** With `decodeStrings: false` names are bytes, so that an invalid name can be refused with its reason. */
type RawEntry = Omit<Entry, 'fileName'> & { fileName: Buffer; isEncrypted(): boolean };

function check(entry: RawEntry): ArchiveFile {
  const { generalPurposeBitFlag, fileName, extraFields, externalFileAttributes, versionMadeBy } = entry;
  if (fileName.length > maxNameLength) throw new UnreadableArchive('long-name');
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileName, extraFields, false);
  if (validateFileName(name) !== null || name.includes('\0')) throw new UnreadableArchive('unsafe-path');
  if (entry.isEncrypted()) throw new UnreadableArchive('encrypted');
  if (versionMadeBy >> 8 === unix && ((externalFileAttributes >>> 16) & typeOfFile) === link)
    throw new UnreadableArchive('symbolic-link');
  const { relativeOffsetOfLocalHeader: at, compressedSize: packed, uncompressedSize: size } = entry;
  if (size > ratioCheckedFromBytes && size > packed * maxUnpackRatio) throw new UnreadableArchive('bomb');
  return { name, at, packed, size, method: entry.compressionMethod };
}

/** The size of the header of a file in the archive, without the name, in bytes. */
const header = 30;

/** Refuses overlapping files: in a zip bomb without nested archives, many entries share the same compressed bytes. */
function refuseOverlaps(files: ArchiveFile[], size: number): void {
  const inOrder = files.toSorted((a, b) => a.at - b.at);
  for (const [i, { at, packed }] of inOrder.entries()) {
    if (at + header + packed > (inOrder[i + 1]?.at ?? size)) throw new UnreadableArchive('overlapping');
  }
}

/**
 * The content of a file, never longer than its declared size. @throws UnreadableArchive `not-a-zip` when it is damaged or
 * compressed in an unknown way
 */
export async function readFileOf({ zip }: Archive, file: ArchiveFile): Promise<Readable> {
  const entry = Object.assign(new Entry(), {
    relativeOffsetOfLocalHeader: file.at,
    compressedSize: file.packed,
    uncompressedSize: file.size,
    compressionMethod: file.method,
    generalPurposeBitFlag: 0,
  });
  return zip.openReadStreamPromise(entry).catch(refuse);
}
