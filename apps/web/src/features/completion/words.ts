import { textParts } from '@kith/contracts/textParts';
import type { QueryClient } from '@tanstack/react-query';
import { cachedPosts } from '../posts/postCache.ts';

export interface TypedWord {
  sign: '@' | '#';
  /** The text after the sign (@ or #). */
  typed: string;
  /** The position of the sign in the whole text. */
  start: number;
  end: number;
}

// Matches a member's name or a tag at the end of a text, if the sign is at the start of a word.
const typedWord = /(?<=^|\s)(?:@([\p{L}\p{M}\p{N}_.-]{1,50})|#([^\s#@]{1,50}))$/u;

/** Matches an @ without a name at the end of a text. */
const bareSign = /(?<=^|\s)@$/;

/** Returns the @name or #tag that ends at the caret, or null if there is none; if `bare` is set, also an @ without a name. */
export function wordAtCaret(text: string, caret: number, bare = false): TypedWord | null {
  if (/^\S/.test(text.slice(caret))) return null;
  const before = text.slice(0, caret);
  const found = typedWord.exec(before) ?? (bare ? bareSign.exec(before) : null);
  if (!found) return null;
  const sign = found[0].charAt(0) as TypedWord['sign'];
  return { sign, typed: found[0].slice(1), start: found.index, end: caret };
}

/** Returns the text with the completed word followed by a space, and the position of the caret after that space. */
export function replaceWord(text: string, { start, end }: TypedWord, word: string): { text: string; caret: number } {
  const [before, after] = [text.slice(0, start) + word, text.slice(end)];
  const space = /^[^\S\n]/.test(after) ? '' : ' ';
  return { text: before + space + after, caret: before.length + 1 };
}

/** Returns the tags that start with `typed` and are longer, from the captions in the cache, most used first. */
export function knownTags(client: QueryClient, typed: string): string[] {
  const prefix = typed.toLowerCase();
  const counts = new Map<string, number>();
  for (const post of cachedPosts(client)) {
    for (const { kind, text } of textParts(post.caption))
      if (kind === 'tag') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .filter(([tag]) => tag.slice(1).toLowerCase().startsWith(prefix) && tag.length - 1 > prefix.length)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([tag]) => tag);
}

const lastPart = (value: string): string => value.split(/[\s,]/).at(-1) ?? '';

/** Returns the last word of a field's text, without @ or #. */
export const lastWord = (value: string): string => lastPart(value).replace(/^[@#]/, '');

/** Returns a field's text with its last word replaced by `word`. */
export const complete = (value: string, word: string): string =>
  `${value.slice(0, value.length - lastPart(value).length)}${word} `;
