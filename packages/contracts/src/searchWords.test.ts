import { expect, test } from 'vitest';
import { foldName, searchWords, tagOfWord, tagPrefix, tagWord, wordsIn } from './searchWords.ts';

test('words are found regardless of case, accents and punctuation, each with its position', () => {
  expect(wordsIn('Żółw, ¡Mañana! l’été')).toEqual([
    { word: 'zolw', start: 0, end: 4 },
    { word: 'manana', start: 7, end: 13 },
    { word: 'l', start: 15, end: 16 },
    { word: 'ete', start: 17, end: 20 },
  ]);
  expect(wordsIn('Zo\u0301ŁW')).toEqual([{ word: 'zolw', start: 0, end: 5 }]);
  expect(wordsIn('%_\\ … !')).toEqual([]);
});

test('a post is indexed by its words and its tags, once each', () => {
  expect(searchWords(['Rano nad jeziorem #Łąka #rano', 'Kraków'])).toEqual([
    'rano',
    'nad',
    'jeziorem',
    'laka',
    '#laka łąka',
    '#rano rano',
    'krakow',
  ]);
});

test('a tag keeps its accents, and is found without them', () => {
  expect(tagOfWord(tagWord('#Łąka'))).toBe('łąka');
  for (const begin of ['la', 'ŁĄ', '#łą']) expect(tagWord('Łąka').startsWith(tagPrefix(begin))).toBe(true);
});

test('no word is longer than an index allows', () => {
  for (const word of searchWords([`${'ﷺ'.repeat(500)} #${'ﷺ'.repeat(100)} ${'a'.repeat(2200)}`]))
    expect(Buffer.byteLength(word)).toBeLessThan(1_000);
});

test.each([
  ['  Zośka \t Nowak ', 'zoska nowak'],
  ['Ł\u200B\u00D8', 'lo'],
  ['Анна', 'анна'],
  ['\u0301', ''],
])('the name %j is found as %j', (name, folded) => expect(foldName(name)).toBe(folded));
