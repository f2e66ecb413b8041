import { textParts } from './textParts.ts';

/** Letters that Unicode does not decompose into a plain letter and an accent, with their plain spelling. */
const letterEquivalents: Record<string, string> = {
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

const maxWordLength = 64;
const truncateWord = (word: string): string =>
  word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word;

/** A word normalised for search: `Żółw` and `zolw` are the same. */
const normalizeWord = (word: string): string =>
  truncateWord(
    word
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[łđðøħıŧþßæœ]/g, (letter) => letterEquivalents[letter] ?? letter),
  );

/** A name normalised for search like a word, with single spaces. The result may be ''. */
export const foldName = (name: string): string =>
  normalizeWord(name.replace(/\p{Cf}/gu, '').replace(/\s+/g, ' ')).trim();

export interface FoundWord {
  /** The word without case and accents. */
  word: string;
  start: number;
  end: number;
}

/** The searchable words of a text, with their positions. */
export const wordsIn = (text: string): FoundWord[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: found, index }) => {
    const word = normalizeWord(found);
    return word === '' ? [] : [{ word, start: index, end: index + found.length }];
  });

/** A tag without its sign (# or ＃), as it appears in addresses and lists. */
export const normalTag = (tag: string): string =>
  tag
    .replace(/^[#＃]/, '')
    .normalize('NFC')
    .toLowerCase();

/** The prefix that is common to the indexed words of all tags that begin with the text `begin`. */
export const tagPrefix = (begin: string): string => `#${normalizeWord(normalTag(begin))}`;

/** The word by which posts with a tag are indexed. It begins with the tag without accents, so that words sort without accents. */
export const tagWord = (tag: string): string => `${tagPrefix(tag)} ${normalTag(tag)}`;

/** The tag of an indexed word. */
export const tagOfWord = (word: string): string => word.slice(word.indexOf(' ') + 1);

/** All indexed words of a post with these texts, including tags, without duplicates. */
export const searchWords = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [
      ...wordsIn(text).map(({ word }) => word),
      ...textParts(text).flatMap((part) => (part.kind === 'tag' ? [tagWord(part.tag)] : [])),
    ]),
  ),
];
