import type { PostView } from '../../lib/types.ts';
import { frameRatio } from '../../ui/frameRatio.ts';
import { peopleIn, textOf } from './captionParts.ts';

const line = 22;
const gap = 6;
const control = 44;
/** What a letter of the captions takes on average, in pixels. */
const letter = 7.2;

const linesOf = (text: string, width: number): number =>
  text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * letter) / width)), 0);

/**
 * Tells how high a post's card is in a column of `width` px: as a rule to the pixel, so that what is below is drawn where it
 * stays. The comment form does not show everywhere.
 */
export function estimateCard(width: number, { form = true }: { form?: boolean } = {}) {
  const onPhone = innerWidth < 700;
  const inside = onPhone ? width : width - 34;
  const frame = onPhone ? 25 : 34;
  return ({ image, caption }: PostView): number => {
    const picture = image ? inside / frameRatio(image.width, image.height) + 10 : 0;
    const text = textOf(caption);
    const words = text || !caption ? linesOf(text, onPhone ? width - 32 : inside) * line + gap : 0;
    const people = peopleIn(caption).length ? line + gap : 0;
    return frame + control + picture + 10 + words + people + control + (form ? gap + control : 0);
  };
}
