import { UnreadableArchive } from './unreadableArchive.ts';

/** The maximum size of an object, in bytes; a larger one is refused. A post has a few thousand bytes. */
const maxItemBytes = 2 ** 20;
const maxDepth = 64;
/** The total size of all objects of one archive, in bytes. */
export const maxListBytes = 2 ** 30;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
const array = 0x5b;
const object = 0x7b;
const spaces = new Set([0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf]);

/**
 * Yields the objects of one list in a JSON file: the list under `key` in the outermost object or, if `key` is null, the
 * outermost list, which may also be a single object. Memory use does not depend on the size of the file. @throws
 * UnreadableArchive `unreadable-json`, `too-large-json`
 */
export async function* jsonItems(bytes: AsyncIterable<Buffer>, key: string | null): AsyncGenerator<unknown> {
  const scan = new Scan(key);
  for await (const chunk of bytes) yield* scan.read(chunk);
  scan.end();
}

class Scan {
  readonly #key: string | null;
  #read = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** The string that was read last in the outermost object: possibly the key of the next value. */
  #text: number[] = [];
  /** Inside the list, the nesting depth of its objects; otherwise null. */
  #itemDepth: number | null = null;
  #root: number | null = null;
  /** The bytes of the current object. */
  #pieces: Buffer[] = [];
  #size = 0;
  #started = false;

  constructor(key: string | null) {
    this.#key = key;
  }

  *read(chunk: Buffer): Generator<unknown> {
    this.#read += chunk.length;
    if (this.#read > maxListBytes) throw new UnreadableArchive('too-large-json');
    let start = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] as number;
      if (this.#inText) this.#readText(byte);
      else if (byte === quote) this.#beginText();
      else if (opening.has(byte)) {
        if (byte === object && this.#depth === this.#depthOfItems(byte) && !this.#started) {
          this.#started = true;
          start = i;
        }
        this.#open(byte);
      } else if (closing.has(byte)) {
        this.#depth -= 1;
        if (this.#depth < 0) throw new UnreadableArchive('unreadable-json');
        if (this.#started && this.#depth === this.#itemDepth) {
          yield this.#parseItem(chunk.subarray(start, i + 1));
        } else if (this.#itemDepth !== null && this.#depth < this.#itemDepth) this.#itemDepth = null;
      } else if (this.#root === null && !spaces.has(byte)) throw new UnreadableArchive('unreadable-json');
    }
    if (this.#started) this.#addPiece(chunk.subarray(start));
  }

  /** Must be called after the last byte. */
  end(): void {
    if (this.#root === null || this.#depth !== 0 || this.#inText) throw new UnreadableArchive('unreadable-json');
  }

  #depthOfItems(byte: number): number | null {
    // The file contains a single object instead of a list.
    if (this.#root === null && this.#key === null && byte === object) this.#itemDepth = 0;
    return this.#itemDepth;
  }

  #open(byte: number): void {
    if (this.#root === null) {
      this.#root = byte;
      if (this.#key === null && byte === array) this.#itemDepth = 1;
    } else if (
      this.#depth === 1 &&
      byte === array &&
      this.#root === object &&
      this.#key !== null &&
      Buffer.from(this.#text).toString() === this.#key
    )
      this.#itemDepth = 2;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new UnreadableArchive('unreadable-json');
  }

  #beginText(): void {
    this.#inText = true;
    this.#text = [];
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inText = false;
    else if (this.#depth === 1 && this.#text.length < 64) this.#text.push(byte);
  }

  #addPiece(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > maxItemBytes) throw new UnreadableArchive('too-large-json');
    // The piece is copied, because a slice would keep the whole chunk in memory.
    this.#pieces.push(Buffer.from(piece));
  }

  #parseItem(piece: Buffer): unknown {
    this.#addPiece(piece);
    const text = Buffer.concat(this.#pieces).toString();
    this.#pieces = [];
    this.#size = 0;
    this.#started = false;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UnreadableArchive('unreadable-json', error);
    }
  }
}
