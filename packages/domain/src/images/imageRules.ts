import { maxImageSide, maxPixels } from '@kith/contracts/lengths';
import { Refusal } from '../errors.ts';
import { formatOf, type ImageFormat, type ReadAt, sizeOf } from './imageHeader.ts';

export { maxImageBytes, maxImageSide, maxPixels } from '@kith/contracts/lengths';

/** The format of an upload, and its upright size in pixels. */
export interface ImageFacts {
  contentType: `image/${ImageFormat}`;
  width: number;
  height: number;
}

/**
 * Validates an upload by its header alone, so that the check costs about the same for every upload. Throws `image-unsupported`,
 * `image-heic`, `image-unreadable`, `image-too-many-pixels`, `avif-too-many-pixels`, `image-side-too-long`.
 */
export async function checkImage(read: ReadAt): Promise<ImageFacts> {
  const format = await formatOf(read);
  if (!format) throw new Refusal('image-unsupported');
  if (format === 'heic') throw new Refusal('image-heic');
  const size = await sizeOf(format, read);
  if (!size || size.width < 1 || size.height < 1) throw new Refusal('image-unreadable');
  if (size.width * size.height > maxPixels[format]) {
    throw new Refusal(format === 'avif' ? 'avif-too-many-pixels' : 'image-too-many-pixels');
  }
  if (Math.max(size.width, size.height) > maxImageSide) throw new Refusal('image-side-too-long');
  const [width, height] = size.rotated ? [size.height, size.width] : [size.width, size.height];
  return { contentType: `image/${format}`, width, height };
}
