import { decode, type Size } from './decode.ts';
import { makeThumbhash } from './thumbhash.ts';
import { boxOf, type ImageKind, makeVariants, type Variant } from './variants.ts';

/** Everything made from one upload. */
export interface MadeImage {
  /** Of the original, upright, in pixels. */
  size: Size;
  variants: Variant[];
  /** Base64. */
  thumbhash: string;
}

/**
 * Turns an upload into what members see.
 * @throws UnreadableImage when the bytes are no picture that we take
 */
export async function makeImage(kind: ImageKind, bytes: Buffer): Promise<MadeImage> {
  const { pixels, original } = await decode(bytes, boxOf[kind]);
  const [variants, thumbhash] = await Promise.all([
    makeVariants(kind, pixels),
    makeThumbhash(pixels, kind === 'profile' ? 'cover' : 'inside'),
  ]);
  return { size: original, variants, thumbhash };
}
