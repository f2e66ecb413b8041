import { decode } from './decode.ts';
import { defuse } from './defuse.ts';
import type { ImageKind, MadeImage } from './protocol.ts';
import { makeThumbhash } from './thumbhash.ts';
import { boxOf, makeVariants } from './variants.ts';

/**
 * Processes an upload into its variants.
 * @throws UnreadableImage when the format is not supported
 */
export async function makeImage(kind: ImageKind, bytes: Buffer): Promise<MadeImage> {
  const { pixels, original } = await decode(defuse(bytes), boxOf[kind]);
  const [variants, thumbhash] = await Promise.all([
    makeVariants(kind, pixels),
    makeThumbhash(pixels, kind === 'profile' ? 'cover' : 'inside'),
  ]);
  return { size: original, variants, thumbhash };
}
