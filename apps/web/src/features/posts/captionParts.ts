import { cutCaption } from '@kith/contracts/caption';

/** The caption without the mentions at its end, which are shown in a line of their own; those within a sentence stay. */
export function textOf(caption: string): string {
  const { text, tail } = cutCaption(caption);
  return (text + tail.replace(/(?:^|\s+)@\S+/g, '')).trim();
}

const maxUnshortened = { letters: 560, lines: 10 };
const shortenedTo = { letters: 400, lines: 6 };

/** The beginning of a caption that is too long for a list, cut between words; null if it is short enough. */
export function foldOf(caption: string): string | null {
  const text = textOf(caption);
  const lines = text.split('\n');
  if (text.length <= maxUnshortened.letters && lines.length <= maxUnshortened.lines) return null;
  const start = lines.slice(0, shortenedTo.lines).join('\n');
  const cut = start.length > shortenedTo.letters ? start.slice(0, shortenedTo.letters) : start;
  const words = start.length > cut.length && /\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut;
  // Avoids ending in half of a surrogate pair.
  return `${words.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Whether any text is left without the mentions at the caption's end. */
export const hasText = (caption: string): boolean => textOf(caption) !== '';
