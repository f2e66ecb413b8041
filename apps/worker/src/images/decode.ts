import { maxImageSide, maxPixels } from '@kith/domain/images';
import sharp from 'sharp';
import { type Size, UnreadableImage } from './protocol.ts';
import type { Sanitized } from './sanitize.ts';

const decoderPixelLimit = Math.max(...Object.values(maxPixels));
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

// Only the accepted formats can be loaded; libvips' other loaders are blocked whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
// One image on two threads finishes sooner than two images on one thread each, and needs half the memory.
sharp.concurrency(2);
// Every image is decoded once, so a cache would only hold memory.
sharp.cache(false);

/** Decoded pixels, upright, in sRGB: three bytes each, or four with an alpha channel. */
export interface Pixels extends Size {
  data: Buffer;
  channels: 3 | 4;
}

export interface Decoded {
  pixels: Pixels;
  /** The size of the whole upright picture. */
  original: Size;
}

/** The requested size. With `inside` the picture fits into the box, with `outside` it covers the box; it is never enlarged. */
export interface Box extends Size {
  fit: 'inside' | 'outside';
}

/**
 * Decodes the first frame of a JPEG, PNG, WebP, AVIF or GIF directly to the size of `box`.
 * @throws UnreadableImage for any other format, for broken bytes, and above 50 megapixels
 */
export async function decode({ bytes, failOn }: Sanitized, box: Box): Promise<Decoded> {
  try {
    const image = sharp(bytes, {
      limitInputPixels: decoderPixelLimit,
      failOn,
      pages: 1,
      sequentialRead: true,
    });
    const { format, compression, autoOrient: original } = await image.metadata();
    // HEIC uses the same container as AVIF.
    if (format === 'heif' && compression !== 'av1') throw new UnreadableImage(`${compression} is not taken`);
    if (format === 'heif' && original.width * original.height > maxPixels.avif)
      throw new UnreadableImage('too many pixels');
    if (Math.max(original.width, original.height) > maxImageSide) throw new UnreadableImage('a side is too long');
    const { data, info } = await image
      .autoOrient()
      .resize({ ...box, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 && info.channels !== 4)
      throw new UnreadableImage(`${info.channels} channels are not taken`);
    return { pixels: { data, width: info.width, height: info.height, channels: info.channels }, original };
  } catch (error) {
    throw error instanceof UnreadableImage ? error : new UnreadableImage(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  return (
    String((error as Error).message)
      .split('\n')[0]
      ?.slice(0, 200) ?? 'unreadable'
  );
}
