import { textParts } from './textParts.ts';

/** Letters that no decomposition takes apart. */
const alike: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

const longestWord = 64;
const cut = (word: string): string => (word.length > longestWord ? [...word].slice(0, longestWord).join('') : word);

/** A word without case and accents: `Żółw` and `zolw` are one. */
const fold = (word: string): string =>
  cut(
    word
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[łđðøħıŧþßæœ]/g, (letter) => alike[letter] ?? letter),
  );

export interface FoundWord {
  /** Without case and accents. */
  word: string;
  start: number;
  end: number;
}

/** The words of a text by which it is found, and where they stand. */
export const wordsIn = (text: string): FoundWord[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: found, index }) => {
    const word = fold(found);
    return word === '' ? [] : [{ word, start: index, end: index + found.length }];
  });

/** A tag as addresses and lists have it. */
export const normalTag = (tag: string): string => tag.replace(/^#/, '').normalize('NFC').toLowerCase();

/** What tags that begin so have in common among the words of posts. */
export const tagPrefix = (begin: string): string => `#${fold(normalTag(begin))}`;

/** The word under which posts with a tag are found: in the order of tags without accents. */
export const tagWord = (tag: string): string => `${tagPrefix(tag)} ${normalTag(tag)}`;

/** The tag of such a word. */
export const tagOfWord = (word: string): string => word.slice(word.indexOf(' ') + 1);

/** All words by which a post with these texts is found, tags among them, each once. */
export const searchWords = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [
      ...wordsIn(text).map(({ word }) => word),
      ...textParts(text).flatMap((part) => (part.kind === 'tag' ? [tagWord(part.tag)] : [])),
    ]),
  ),
];
