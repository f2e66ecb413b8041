import { wordsIn } from '@kith/contracts/searchWords';
import type { MatchFinder } from './Highlighted.tsx';

/**
 * Returns a function that finds words of the query in a text. It ignores case and accents; the query's last word may be a
 * prefix.
 */
export function findWords(query: string): MatchFinder {
  const words = wordsIn(query).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  const searched = new Set(words);
  return (text) => wordsIn(text).filter(({ word }) => searched.has(word) || (last && word.startsWith(last)));
}
