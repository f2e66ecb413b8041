import { tintOf as tintNumber } from '@kith/contracts/tint';
import { captionText, hasText, shortenCaption } from './captionParts.ts';

const tints = [
  'bg-tint-1',
  'bg-tint-2',
  'bg-tint-3',
  'bg-tint-4',
  'bg-tint-5',
  'bg-tint-6',
  'bg-tint-7',
  'bg-tint-8',
] as const;

/** Returns the background of a tile. A post that is not sent yet, with a negative id, has no tint. */
export const tintOf = (postId: number): string => (postId < 0 ? 'bg-sunken' : (tints[tintNumber(postId)] ?? tints[0]));

/** Returns whether a post consists only of text, which is then shown in large type on a tile. */
export const isTextOnly = ({ image, caption }: { image: object | null; caption: string }): boolean =>
  image === null && hasText(caption);

/** The tile width, in pixels, from which the larger text sizes apply: the breakpoint `@xs` in the classes below. */
const largeTextFrom = 320;

/**
 * The text sizes of a tile by the length of its text. Each step has CSS classes. For height estimates, it also has the font
 * size and line height in pixels, first for wide and then for narrow tiles.
 */
const steps = [
  {
    upTo: 90,
    lines: 3,
    classes: 'text-21 font-semibold text-balance @xs:text-28 @xs:tracking-tight',
    sizes: [
      [28, 34],
      [21, 28],
    ],
  },
  {
    upTo: 240,
    lines: 6,
    classes: 'text-17 font-medium text-pretty @xs:text-21',
    sizes: [
      [21, 28],
      [17, 24],
    ],
  },
  {
    upTo: Number.POSITIVE_INFINITY,
    lines: Number.POSITIVE_INFINITY,
    classes: 'text-15 @xs:text-17',
    sizes: [
      [17, 24],
      [15, 22],
    ],
  },
] as const;

const stepOf = (text: string) =>
  steps.find(({ upTo, lines }) => text.length <= upTo && text.split('\n').length <= lines) ?? steps[2];

export const tileClassName = (postId: number): string =>
  `@container grid min-h-44 content-center px-6 py-7 rail:rounded-card ${tintOf(postId)}`;

/**
 * Returns the text classes of a tile. They depend on the complete text, so that the text size stays the same when the text is
 * expanded.
 */
export const tileTextClassName = (caption: string): string =>
  `min-w-0 whitespace-pre-wrap ${stepOf(captionText(caption)).classes}`;

/** The height, in pixels, of the button inside a tile that expands the text. */
const moreHeight = 36;

/** Estimates the height of a tile of a given width, both in pixels. */
export function estimateTile(
  caption: string,
  width: number,
  linesOf: (text: string, letters: number) => number,
): number {
  const shortened = shortenCaption(caption);
  const [size, line] = stepOf(captionText(caption)).sizes[width >= largeTextFrom ? 0 : 1];
  const lines = linesOf(shortened ?? captionText(caption), (width - 48) / (size * 0.5));
  return Math.max(176, lines * line + 56 + (shortened ? moreHeight : 0));
}
