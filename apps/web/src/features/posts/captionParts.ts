import { cutCaption } from '@kith/contracts/caption';

/** Returns a caption without the mentions at its end, which are shown on a separate line. Mentions inside a sentence stay. */
export function captionText(caption: string): string {
  const { text, tail } = cutCaption(caption);
  // Words and, between them, whitespace.
  const pieces = tail.split(/(\s+)/);
  const isMention = (word: string | undefined) => word !== undefined && word.length > 1 && word.startsWith('@');
  const kept = pieces.filter((piece, i) => !isMention(i % 2 === 0 ? piece : pieces[i + 1]));
  return (text + kept.join('')).trim();
}

const maxUnshortened = { letters: 560, lines: 10 };
const shortenedTo = { letters: 400, lines: 6 };

/**
 * Returns the beginning of a caption that is too long for a list, or null if the caption is short enough to be shown in full.
 */
export function shortenCaption(caption: string): string | null {
  const text = captionText(caption);
  const lines = text.split('\n');
  if (text.length <= maxUnshortened.letters && lines.length <= maxUnshortened.lines) return null;
  const start = lines.slice(0, shortenedTo.lines).join('\n');
  const cut = start.length > shortenedTo.letters ? start.slice(0, shortenedTo.letters) : start;
  const lastSpace = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  const words = start.length > cut.length && lastSpace > 0 ? cut.slice(0, lastSpace).trimEnd() : cut;
  // Removes the first half of a surrogate pair, in case the text was cut in the middle of a character.
  return `${words.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Returns whether a caption has any text besides the mentions at its end. */
export const hasText = (caption: string): boolean => captionText(caption) !== '';
