import { decode } from './decode.ts';
import { defuse } from './defuse.ts';
import type { ImageKind, MadeImage } from './protocol.ts';
import { makeThumbhash } from './thumbhash.ts';
import { boxOf, makeVariants } from './variants.ts';

/**
 * Turns an upload into what users see.
 * @throws UnreadableImage when the bytes are no picture that we take
 */
export async function makeImage(kind: ImageKind, bytes: Buffer): Promise<MadeImage> {
  const { pixels, original } = await decode(defuse(bytes), boxOf[kind]);
  const [variants, thumbhash] = await Promise.all([
    makeVariants(kind, pixels),
    makeThumbhash(pixels, kind === 'profile' ? 'cover' : 'inside'),
  ]);
  return { size: original, variants, thumbhash };
}
