import { expect, test } from 'vitest';
import { mentionedNames } from './createPost.ts';

test('names are found wherever they stand, each once, and an address is no name', () => {
  expect(mentionedNames('@Anna.k and @diego, with @ela! @anna.k\n@kuba_n; me@example.org')).toEqual([
    'anna.k',
    'diego',
    'ela',
    'kuba_n',
  ]);
});

test('a dot may end the name or the sentence', () => {
  expect(mentionedNames('Thanks @diego.')).toEqual(['diego.', 'diego']);
});

test('what is too short or too long for a name is none, and nobody mentions more than twenty', () => {
  expect(mentionedNames(`@ab @${'x'.repeat(21)}`)).toEqual([]);
  expect(mentionedNames(Array.from({ length: 30 }, (_, i) => `@member${i}`).join(' '))).toHaveLength(20);
});
