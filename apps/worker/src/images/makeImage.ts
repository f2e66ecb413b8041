import sharp from 'sharp';
import { type Box, decode, type Pixels } from './decode.ts';
import type { ImageKind, MadeImage, Size, Variant } from './protocol.ts';
import { sanitize } from './sanitize.ts';
import { makeThumbhash } from './thumbhash.ts';

/** The maximum side of a WebP in pixels. */
const webpLimit = 16_383;
const widthsOf = { post: [320, 640, 1080, 2048], link: [320, 640] };
const profileSides = [64, 128, 256, 512];

/** The size in which each kind of picture is decoded: that of its largest variant. */
const boxOf: Record<ImageKind, Box> = {
  post: { width: 2048, height: webpLimit, fit: 'inside' },
  profile: { width: 512, height: 512, fit: 'outside' },
  link: { width: 640, height: 1_280, fit: 'inside' },
};

/**
 * Processes an upload into its variants.
 * @throws UnreadableImage when the format is not supported
 */
export async function makeImage(kind: ImageKind, bytes: Buffer): Promise<MadeImage> {
  const { pixels, original } = await decode(sanitize(bytes), boxOf[kind]);
  const [variants, thumbhash] = await Promise.all([
    makeVariants(kind, pixels),
    makeThumbhash(pixels, kind === 'profile' ? 'cover' : 'inside'),
  ]);
  return { size: original, variants, thumbhash };
}

/** Creates the WebP variants of a picture, without metadata and never larger than the original. */
function makeVariants(kind: ImageKind, pixels: Pixels): Promise<Variant[]> {
  return Promise.all(plan(kind, pixels).map(({ name, ...size }) => encode(pixels, name, size)));
}

function plan(kind: ImageKind, pixels: Size): (Size & { name: number })[] {
  if (kind === 'profile') {
    // Each square is named by the requested size, even if it is smaller. So a small original has all four variants too.
    const side = Math.min(pixels.width, pixels.height);
    return profileSides.map((name) => ({ name, width: Math.min(name, side), height: Math.min(name, side) }));
  }
  const widths = [...new Set(widthsOf[kind].map((width) => Math.min(width, pixels.width)))];
  return widths.map((width) => ({
    name: width,
    width,
    height: Math.max(1, Math.round((pixels.height * width) / pixels.width)),
  }));
}

async function encode({ data, ...raw }: Pixels, name: number, size: Size): Promise<Variant> {
  const bytes = await sharp(data, { raw })
    .resize({ ...size, fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer();
  return { width: name, bytes };
}
