/// <reference path="./probeImageSize.d.ts" />
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { maxImageSide, maxPixels } from '@kith/contracts/lengths';
import probe from 'probe-image-size/stream.js';
import { Refusal } from '../errors.ts';
import type { FileContent } from '../ports.ts';

export {
  maxImageBytes,
  maxImageSide,
  maxPixels,
  maxVideoSide,
  maxVoiceBytes,
  maxVoiceSeconds,
} from '@kith/contracts/lengths';

type ImageFormat = keyof typeof maxPixels;

/** The format of an upload, and its upright size in pixels. */
export interface ImageFacts {
  contentType: `image/${ImageFormat}`;
  width: number;
  height: number;
}

/** Opens the first `length` bytes of an upload. */
const firstBytes = (content: FileContent, length = Number.POSITIVE_INFINITY): Readable =>
  Buffer.isBuffer(content)
    ? Readable.from([content.subarray(0, length)])
    : createReadStream(content.file, { end: length - 1 });

/** How many bytes of a file say what it is. */
export const formatBytes = 256;

/** The first bytes of an upload, which say what it is. */
export const headOf = (content: FileContent): Promise<Buffer> => buffer(firstBytes(content, formatBytes));

/** Detects the format of a file by its first bytes, before anything parses it; null if the format is unknown. */
export function imageFormatOf(head: Buffer): ImageFormat | 'heic' | null {
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

/** Returns the upright size that the header of a file states; null if the header is broken. */
async function sizeOf(format: ImageFormat, content: FileContent): Promise<{ width: number; height: number } | null> {
  const file = firstBytes(content);
  const parser = probe.parsers[format]();
  file.once('error', (error) => parser.destroy(error));
  try {
    for await (const { width, height, orientation = 1 } of file.pipe(parser))
      return orientation > 4 ? { width: height, height: width } : { width, height };
    return null;
  } finally {
    file.destroy();
  }
}

/**
 * Validates an upload by its header alone, which decodes nothing. Throws `image-unsupported`, `image-heic`, `image-unreadable`,
 * `image-too-many-pixels`, `avif-too-many-pixels`, `image-side-too-long`.
 */
export async function checkImage(content: FileContent): Promise<ImageFacts> {
  const format = imageFormatOf(await headOf(content));
  if (!format) throw new Refusal('image-unsupported');
  if (format === 'heic') throw new Refusal('image-heic');
  const size = await sizeOf(format, content);
  if (!size || size.width < 1 || size.height < 1) throw new Refusal('image-unreadable');
  if (size.width * size.height > maxPixels[format]) {
    throw new Refusal(format === 'avif' ? 'avif-too-many-pixels' : 'image-too-many-pixels');
  }
  if (Math.max(size.width, size.height) > maxImageSide) throw new Refusal('image-side-too-long');
  return { contentType: `image/${format}`, ...size };
}
