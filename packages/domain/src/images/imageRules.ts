import { Refusal } from '../errors.ts';
import { formatOf, type ImageFormat, type ReadAt, sizeOf } from './imageHeader.ts';

/** 15 MiB. */
export const maxImageBytes = 15 * 1024 * 1024;

/**
 * Pixels a picture may have. AVIF is decoded as a whole and takes up to 24 bytes for each pixel, where a JPEG takes 2 to 8:
 * with more pixels the decoder would not keep to its memory.
 */
export const maxPixels: Record<ImageFormat, number> = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  avif: 16_000_000,
};

/** What an upload's first bytes tell: its type, and its size in pixels after turning upright. */
export interface ImageFacts {
  contentType: `image/${ImageFormat}`;
  width: number;
  height: number;
}

/**
 * Tells an upload by its content alone, and reads no more than its header, so that no upload costs more than another.
 * Throws `image-unsupported`, `image-unreadable`, `image-too-many-pixels`, `avif-too-many-pixels`.
 */
export async function checkImage(read: ReadAt): Promise<ImageFacts> {
  const format = await formatOf(read);
  if (!format) throw new Refusal('image-unsupported');
  const size = await sizeOf(format, read);
  if (!size || size.width < 1 || size.height < 1) throw new Refusal('image-unreadable');
  if (size.width * size.height > maxPixels[format]) {
    throw new Refusal(format === 'avif' ? 'avif-too-many-pixels' : 'image-too-many-pixels');
  }
  const [width, height] = size.turned ? [size.height, size.width] : [size.width, size.height];
  return { contentType: `image/${format}`, width, height };
}
