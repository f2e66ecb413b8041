/** Reads up to `length` bytes of an upload at `position`; fewer at the end of the upload. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The size in pixels that the header states, and whether the picture is rotated by 90°. */
export interface HeaderSize {
  width: number;
  height: number;
  rotated: boolean;
}

/**
 * The maximum number of segments or boxes that are read before a header counts as broken. It bounds the work, whatever lengths
 * the segments claim.
 */
const steps = 2_000;

/** Detects the format of a file by its first bytes; null if the format is unknown. */
export async function formatOf(read: ReadAt): Promise<ImageFormat | 'heic' | null> {
  const head = await read(0, 256);
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  return text.slice(4, 8) === 'ftyp' ? byBrand(head) : null;
}

/** Distinguishes AVIF and HEIC, which use the same container format, by the brands in the file's first box. */
function byBrand(head: Buffer): 'avif' | 'heic' | null {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  return brands.some((brand) => /^(he[iv][cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : null;
}

/** Returns the size that the header of a file states; null if the header is broken. */
export async function sizeOf(format: ImageFormat, read: ReadAt): Promise<HeaderSize | null> {
  try {
    return await readers[format](read);
  } catch (error) {
    // A RangeError means that the header is cut off.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Record<ImageFormat, (read: ReadAt) => Promise<HeaderSize | null>> = {
  async png(read) {
    const head = await read(8, 16);
    if (head.toString('latin1', 4, 8) !== 'IHDR') return null;
    return { width: head.readUInt32BE(8), height: head.readUInt32BE(12), rotated: false };
  },

  async gif(read) {
    const head = await read(6, 4);
    return { width: head.readUInt16LE(0), height: head.readUInt16LE(2), rotated: false };
  },

  async webp(read) {
    const head = await read(12, 18);
    const kind = head.toString('latin1', 0, 4);
    if (kind === 'VP8X')
      return { width: head.readUIntLE(12, 3) + 1, height: head.readUIntLE(15, 3) + 1, rotated: false };
    if (kind === 'VP8L') {
      const packed = head.readUInt32LE(9);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1, rotated: false };
    }
    if (kind !== 'VP8 ') return null;
    return { width: head.readUInt16LE(14) & 0x3fff, height: head.readUInt16LE(16) & 0x3fff, rotated: false };
  },

  jpeg: readJpeg,
  avif: readAvif,
};

/**
 * Reads the size of a JPEG. Skips segments up to the frame header, which cameras may put behind megabytes of their own data.
 */
async function readJpeg(read: ReadAt): Promise<HeaderSize | null> {
  let rotated = false;
  for (let at = 2, step = 0; step < steps; step++) {
    const head = await read(at, 10);
    const marker = head.readUInt8(1);
    if (head.readUInt8(0) !== 0xff) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = head.readUInt16BE(2);
    if (length < 2 || marker === 0xda) return null;
    // SOF0 to SOF15 are frame headers, except C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: head.readUInt16BE(5), width: head.readUInt16BE(7), rotated };
    if (marker === 0xe1 && head.toString('latin1', 4, 8) === 'Exif')
      rotated = isRotated(await read(at + 10, length - 8));
    at += 2 + length;
  }
  return null;
}

/** Whether EXIF's orientation swaps width and height. */
function isRotated(tiff: Buffer): boolean {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < 8) return false;
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12;
    if (at > tiff.length) break;
    if (short(at) === 0x0112) return short(at + 8) >= 5 && short(at + 8) <= 8;
  }
  return false;
}

/**
 * Reads the size of an AVIF: the largest among its properties. Tiles and thumbnails have properties of their own, and are
 * smaller.
 */
async function readAvif(read: ReadAt): Promise<HeaderSize | null> {
  const budget = { steps };
  const meta = await findBox(read, budget, 'meta', 0, Number.MAX_SAFE_INTEGER);
  // The content of `meta` starts with four bytes for version and flags.
  const properties = meta && (await findBox(read, budget, 'iprp', meta.start + 4, meta.end));
  const container = properties && (await findBox(read, budget, 'ipco', properties.start, properties.end));
  if (!container) return null;
  let largest: HeaderSize | null = null;
  let rotated = false;
  for await (const { type, start } of boxes(read, budget, container.start, container.end)) {
    if (type === 'irot') rotated ||= ((await read(start, 1)).readUInt8(0) & 1) === 1;
    if (type !== 'ispe') continue;
    const size = await read(start + 4, 8);
    const [width, height] = [size.readUInt32BE(0), size.readUInt32BE(4)];
    if (!largest || width * height > largest.width * largest.height) largest = { width, height, rotated: false };
  }
  return largest && { ...largest, rotated };
}

interface Box {
  type: string;
  /** The start of the content, which ends before `end`. */
  start: number;
  end: number;
}

async function findBox(read: ReadAt, budget: { steps: number }, type: string, from: number, to: number) {
  for await (const box of boxes(read, budget, from, to)) if (box.type === type) return box;
  return null;
}

async function* boxes(read: ReadAt, budget: { steps: number }, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to && budget.steps > 0; budget.steps--) {
    const head = await read(at, 16);
    if (head.length < 8) return;
    const size = head.readUInt32BE(0);
    const long = size === 1;
    const length = long ? Number(head.readBigUInt64BE(8)) : size === 0 ? to - at : size;
    if (length < (long ? 16 : 8)) return;
    yield { type: head.toString('latin1', 4, 8), start: at + (long ? 16 : 8), end: Math.min(at + length, to) };
    at += length;
  }
}
