import { inflateSync } from 'node:zlib';
import { UnreadableImage } from './protocol.ts';

/** An upload for the decoder, and the least fault for which the decoder must refuse it. */
export interface Sanitized {
  bytes: Buffer;
  failOn: 'error' | 'warning';
}

const jpegEnd = Buffer.from('ffd9', 'hex');

/**
 * Removes those parts of an upload that could cost a decoder more time or memory than the pixels themselves. A JPEG without its
 * end marker, which every viewer opens, gets one. As the decoder then no longer notices by itself that scans are cut off, its
 * warnings must count.
 * @throws UnreadableImage for a JPEG with more scans than any camera or editor writes
 */
export function sanitize(bytes: Buffer): Sanitized {
  if (bytes.subarray(0, 8).equals(pngSignature)) return { bytes: withoutMetadata(bytes), failOn: 'error' };
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  return !isJpeg || hasEnd(bytes)
    ? { bytes, failOn: 'error' }
    : { bytes: Buffer.concat([bytes, jpegEnd]), failOn: 'warning' };
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * The PNG chunks that the first frame needs, besides one colour profile. Text chunks are dropped: they may be compressed a
 * thousandfold.
 */
const requiredChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'eXIf']);

/** The maximum size of an unpacked colour profile, in bytes. Profiles of printers have 2 MB. */
const profileLimit = 4 * 2 ** 20;

function withoutMetadata(png: Buffer): Buffer {
  const chunks: Buffer[] = [pngSignature];
  // A decoder applies one profile but decompresses all of them.
  let profiles = 0;
  for (let at = pngSignature.length; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    const chunk = png.subarray(at, end);
    const type = chunk.toString('latin1', 4, 8);
    const needed = type === 'iCCP' ? ++profiles === 1 && inflatesWithin(profileLimit, chunk) : requiredChunks.has(type);
    if (needed) chunks.push(chunk);
    at = end;
  }
  return Buffer.concat(chunks);
}

/** Whether the profile in an iCCP chunk (name, 0, 0, zlib stream) is complete and no larger than `limit`. */
function inflatesWithin(limit: number, chunk: Buffer): boolean {
  try {
    inflateSync(chunk.subarray(chunk.indexOf(0, 8) + 2, -4), { maxOutputLength: limit });
    return true;
  } catch {
    return false;
  }
}

/** The maximum number of scans of a JPEG. Progressive JPEGs have some 10 scans, each of which processes all pixels again. */
const maxScans = 50;

/** Returns whether the end marker follows the scans. Throws if there are too many scans. */
function hasEnd(jpeg: Buffer): boolean {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? 0;
    // The picture ends here; what follows is ignored.
    if (marker === 0xd9) return true;
    if (marker === 0xff) at += 1;
    // This is a stuffed byte, or a marker without a length.
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      if (marker === 0xda) scans += 1;
      if (scans > maxScans) throw new UnreadableImage('it has too many scans');
      at += 2 + jpeg.readUInt16BE(Math.min(at + 2, jpeg.length - 2));
    }
  }
  return false;
}
