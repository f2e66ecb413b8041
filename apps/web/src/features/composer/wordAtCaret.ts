export interface TypedWord {
  sign: '@' | '#';
  /** What follows the sign. */
  typed: string;
  /** Where the sign stands. */
  start: number;
  end: number;
}

// A name as members have them, or a tag; each begins a word.
const begun = /(?<=^|\s)(?:@([\w.-]{1,20})|#([^\s#@]{1,50}))$/;

/** The @name or #tag whose end the caret is at, or null. */
export function wordAtCaret(text: string, caret: number): TypedWord | null {
  if (/^\S/.test(text.slice(caret))) return null;
  const found = begun.exec(text.slice(0, caret));
  if (!found) return null;
  const sign = found[0].charAt(0) as TypedWord['sign'];
  return { sign, typed: found[0].slice(1), start: found.index, end: caret };
}

/** The text with the whole word in its place, and where the caret goes: behind the space after it. */
export function replaceWord(text: string, { start, end }: TypedWord, word: string): { text: string; caret: number } {
  const [before, after] = [text.slice(0, start) + word, text.slice(end)];
  const space = /^[^\S\n]/.test(after) ? '' : ' ';
  return { text: before + space + after, caret: before.length + 1 };
}
