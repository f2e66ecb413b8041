import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { Refusal, type RefusalCode } from '../errors.ts';
import { newFolderKey } from '../secrets.ts';

/** The storage folder of what arrives in parts, of a kind. */
type Place = 'imports' | 'uploads';

/** The storage folder of one part. Each part has a folder of its own, so that the part can be removed alone. */
const partFolder = (place: Place, key: string, name: string): string => `${place}/${key}/${name}`;
export const partKey = (place: Place, key: string, name: string): string => `${partFolder(place, key, name)}/part`;

/**
 * The maximum size of a stored part: at most this much is lost when the process is killed. Parts are never read into memory as
 * a whole.
 */
const partBytes = 8 * 2 ** 20;

/** The maximum number of parts: each row has the names of its parts. */
export const maxParts = 4_096;

interface Part {
  /** The path of the temporary file with the part's bytes. */
  path: string;
  bytes: number;
  /** The first bytes of the body, in its first part only; null in the other parts. */
  start: Buffer | null;
  /** Whether the body ended after this part. */
  ended: boolean;
  /** The error that ended the body early; null if there was none. */
  broken: Error | null;
}

/**
 * Writes a body to temporary files of at most 8 MiB, the last of which may be empty. Only some chunks are in memory at a time.
 */
async function* partsOf(ctx: Context, body: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const chunks = body[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let [more, first] = [true, true]; more; first = false) {
      const path = await ctx.storage.temporaryPath();
      let file: FileHandle | null = await open(path, 'wx', 0o600);
      let bytes = 0;
      let broken: Error | null = null;
      try {
        while (bytes < partBytes) {
          if (rest.length === 0) {
            const next = await chunks.next().catch((error: Error) => {
              broken = error;
              return { done: true as const, value: undefined };
            });
            if (next.done) {
              more = false;
              break;
            }
            rest = next.value;
            if (start.length < 4) start = Buffer.concat([start, rest.subarray(0, 4)]);
          }
          const taken = rest.subarray(0, partBytes - bytes);
          await file.writeFile(taken);
          rest = rest.subarray(taken.length);
          bytes += taken.length;
        }
        await file.close();
        file = null;
        yield { path, bytes, start: first ? start : null, ended: !more && !broken, broken };
      } finally {
        await file?.close();
        await rm(path, { force: true });
      }
    }
  } finally {
    // This ends the generator that watches the body's speed.
    await chunks.return?.();
  }
}

/** What a body belongs to: `key` is its folder in the storage, `from` and `size` are the body's offset and the declared size. */
interface Receiver {
  place: Place;
  key: string;
  from: number;
  size: number;
  /** The refusal of a body that is longer than what was declared. */
  tooLarge: RefusalCode;
  /** Checks the first four bytes of the body, before any part is stored. */
  checkStart?(start: Buffer): Promise<void>;
  /**
   * Records a stored part. Returns the refusal if it was not recorded because another call was faster or there is no room, and
   * `not-found` if its row is gone.
   */
  record(part: { name: string; at: number; bytes: number; ended: boolean }): Promise<Refusal | null>;
}

/**
 * Stores a body in parts as it arrives: what was received before the connection breaks is kept. Returns the new offset. Throws
 * the refusals of the receiver and the errors of the body.
 */
export async function receiveParts(ctx: Context, to: Receiver, body: AsyncIterable<Buffer>): Promise<number> {
  let at = to.from;
  for await (const { path, bytes, start, ended, broken } of partsOf(ctx, body)) {
    if (start) await to.checkStart?.(start);
    if (at + bytes > to.size) throw new Refusal(to.tooLarge);
    const name = `${at}-${newFolderKey().slice(0, 12)}`;
    if (bytes > 0) await ctx.storage.put(partKey(to.place, to.key, name), { file: path }, 'application/octet-stream');
    // If the body ended early, what was received is kept, but it never counts as complete.
    const refusal = await to.record({ name, at, bytes, ended });
    if (refusal) {
      const isGone = refusal.code === 'not-found';
      await ctx.storage.removeFolder(isGone ? `${to.place}/${to.key}` : partFolder(to.place, to.key, name));
      throw refusal;
    }
    at += bytes;
    if (broken) throw broken;
  }
  return at;
}

export const removeParts = (ctx: Context, place: Place, key: string): Promise<void> =>
  ctx.storage.removeFolder(`${place}/${key}`);
