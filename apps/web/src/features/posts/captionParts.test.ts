import { expect, test } from 'vitest';
import { hasText, peopleIn } from './captionParts.ts';

test('people are named once, without the mark that ends a sentence', () => {
  expect(peopleIn('With @anna.k, @diego and @anna.k!')).toEqual(['anna.k', 'diego']);
});

test('an address is no person', () => {
  expect(peopleIn('write to me@example.org')).toEqual([]);
});

test('a caption of people alone has no text', () => {
  expect(hasText('@anna @diego')).toBe(false);
  expect(hasText('@anna #lake')).toBe(true);
});
