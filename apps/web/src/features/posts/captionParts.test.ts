import { expect, test } from 'vitest';
import { captionText, hasText } from './captionParts.ts';

test('names at the end of a caption are removed from the text; names in a sentence stay', () => {
  expect(captionText('z @kuba.n i termosem')).toBe('z @kuba.n i termosem');
  expect(captionText('At sea with @anna today @diego @ela #lake')).toBe('At sea with @anna today #lake');
  expect(captionText('Hello\n@anna\n@diego')).toBe('Hello');
  expect(captionText('First\n@anna\n\nThird')).toBe('First\n@anna\n\nThird');
  expect(captionText('write to me@example.org')).toBe('write to me@example.org');
});

test('a sentence that ends in a mention keeps it and its punctuation', () => {
  expect(captionText('Thanks @ela!')).toBe('Thanks @ela!');
  expect(captionText('Are you there, @ela? @kuba.n #lake')).toBe('Are you there, @ela? #lake');
  expect(captionText('At sea @anna, @diego')).toBe('At sea');
});

test('a caption that consists of names has no text', () => {
  expect(hasText('@anna @diego')).toBe(false);
  expect(hasText('@anna #lake')).toBe(true);
});
