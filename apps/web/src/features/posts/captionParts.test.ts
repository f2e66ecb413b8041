import { expect, test } from 'vitest';
import { hasText, peopleIn, textOf } from './captionParts.ts';

test('people are named once, without the mark that ends a sentence', () => {
  expect(peopleIn('With @anna.k, @diego and @anna.k!')).toEqual(['anna.k', 'diego']);
});

test('an address is no person', () => {
  expect(peopleIn('write to me@example.org')).toEqual([]);
});

test('the people leave the text, wherever their line begins', () => {
  expect(textOf('At sea with @anna today\n@diego @ela were there\n#lake')).toBe('At sea with today\nwere there\n#lake');
  expect(textOf('Hello\n@anna\n@diego')).toBe('Hello');
  expect(textOf('First\n@anna\n\nThird')).toBe('First\n\nThird');
  expect(textOf('write to me@example.org')).toBe('write to me@example.org');
});

test('a caption of people alone has no text', () => {
  expect(hasText('@anna @diego')).toBe(false);
  expect(hasText('@anna #lake')).toBe(true);
});
