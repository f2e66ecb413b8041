import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Pixels } from './decode.ts';

/** The maximum width and height of the input of a thumbhash, in pixels. */
const maxSide = 100;

/** Returns a picture's thumbhash, from which a blurred placeholder can be drawn: some 25 bytes, encoded as base64. */
export async function makeThumbhash({ data, ...raw }: Pixels, fit: 'inside' | 'cover'): Promise<string> {
  const { data: rgba, info } = await sharp(data, { raw })
    .resize({ width: maxSide, height: maxSide, fit, withoutEnlargement: fit === 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString('base64');
}
