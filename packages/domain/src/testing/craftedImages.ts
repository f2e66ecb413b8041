import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** One chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG with the claimed size and further chunks before its black pixels, which are at most a thousand bytes. */
export function craftPng(width: number, height: number, chunks: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc(Math.min(1_000, (width + 1) * height)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', pixels), end]);
}

/**
 * A text or colour profile chunk of a PNG that unpacks to this many `mebibytes`, a thousand times its own size. libpng skips
 * chunks of 8 MiB or more, and accepts a thousand smaller ones.
 */
export function unpackingChunk(kind: 'zTXt' | 'iTXt' | 'iCCP', mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(2 ** 20, 'x'), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // This is the Adler-32 checksum of a repeated letter, computed by formula.
  const [bytes, letter, modulus] = [BigInt(mebibytes) * 2n ** 20n, 0x78n, 65_521n];
  const [low, high] = [1n + letter * bytes, bytes + (letter * bytes * (bytes + 1n)) / 2n];
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Number(((high % modulus) << 16n) | (low % modulus)));
  const packed = [Buffer.from([0x78, 0xda]), ...Array(mebibytes).fill(block), Buffer.from([3, 0]), sum];
  const head = { zTXt: 'note\0\0', iTXt: 'note\0\x01\0\0\0', iCCP: 'note\0\0' }[kind];
  return pngChunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), ...packed]));
}

/**
 * A progressive JPEG whose first scan is repeated `times` times. Decoders such as mozjpeg's accept it if the scan refines
 * nothing.
 */
export function repeatScan(jpeg: Buffer, times: number): Buffer {
  const start = jpeg.indexOf('ffda', 0, 'hex');
  let end = start + 2;
  do end = jpeg.indexOf(0xff, end + 1);
  while (jpeg[end + 1] === 0);
  return Buffer.concat([jpeg.subarray(0, start), ...Array(times).fill(jpeg.subarray(start, end)), jpeg.subarray(end)]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

const avifStart = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'));

function avifOf(...properties: Buffer[]): Buffer {
  return Buffer.concat([avifStart, box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...properties)))]);
}

function sizeProperty(width: number, height: number): Buffer {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(width, 4);
  content.writeUInt32BE(height, 8);
  return box('ispe', content);
}

/** The header of an AVIF without a picture. */
export const craftAvif = (width: number, height: number): Buffer => avifOf(sizeProperty(width, height));

const fill = (unit: Buffer, bytes: number): Buffer => Buffer.alloc(bytes, unit);

/** Bodies of `bytes` bytes that make parsers read them repeatedly, or slowly; none is a supported picture. */
export function slowToParse(bytes: number): Record<string, Buffer> {
  const jpeg = Buffer.from('ffd8', 'hex');
  const webp = Buffer.from('RIFF\xff\xff\xff\x00WEBP', 'latin1');
  const boxes = fill(box('free'), bytes);
  return {
    'an AVIF of empty boxes': Buffer.concat([avifStart, boxes]),
    'an AVIF of nested boxes': Buffer.concat([
      avifStart,
      box('meta', Buffer.alloc(4), box('iprp', box('ipco', boxes))),
    ]),
    'an AVIF of sizes': avifOf(fill(sizeProperty(9_000, 9_000), bytes)),
    'an AVIF whose boxes have no length': Buffer.concat([avifStart, Buffer.alloc(bytes)]),
    'a HEIC of empty boxes': Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')), boxes]),
    'a JPEG of fill bytes': Buffer.concat([jpeg, Buffer.alloc(bytes, 0xff)]),
    'a blank JPEG': Buffer.concat([jpeg, Buffer.from('ffe00002', 'hex'), Buffer.alloc(bytes)]),
    'a JPEG of empty segments': Buffer.concat([jpeg, fill(Buffer.from('ffe00002', 'hex'), bytes)]),
    'a PNG of empty chunks': craftPng(9_000, 9_000, [fill(pngChunk('tEXt', Buffer.alloc(0)), bytes)]),
    'a WebP of empty chunks': Buffer.concat([webp, fill(Buffer.from('EXIF\0\0\0\0', 'latin1'), bytes)]),
    'a GIF of frames': Buffer.concat([
      Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0', 'latin1'),
      fill(Buffer.from([0x21, 0xfe, 0]), bytes),
    ]),
    'an SVG': Buffer.concat([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" '), Buffer.alloc(bytes, 'x="1" ')]),
    'a TIFF': Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(bytes, 1)]),
    zeros: Buffer.alloc(bytes),
  };
}
