import type { PostView } from '../../lib/types.ts';
import { frameRatio } from '../../ui/Picture.tsx';

/** A first guess at the height of a post's card in a column of `width`. */
export const estimateCard =
  (width: number) =>
  ({ image, caption }: PostView): number =>
    (image ? width / frameRatio(image.width, image.height) : 0) + 190 + Math.ceil(caption.length / (width / 8)) * 22;
