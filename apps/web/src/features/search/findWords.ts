import { wordsIn } from '@kith/contracts/searchWords';
import type { Marker } from '../../ui/Marked.tsx';

/** Finds where words of the query match in a text, ignoring case and accents; the last word may be a prefix. */
export function findWords(query: string): Marker {
  const words = wordsIn(query).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  const searched = new Set(words);
  return (text) => wordsIn(text).filter(({ word }) => searched.has(word) || (last && word.startsWith(last)));
}
