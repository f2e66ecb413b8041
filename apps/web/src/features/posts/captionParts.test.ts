import { expect, test } from 'vitest';
import { hasText, partsOf, peopleIn, textOf } from './captionParts.ts';

test('people are named once, without the mark that ends a sentence', () => {
  expect(peopleIn('With @anna.k, @diego and @anna.k!')).toEqual(['anna.k', 'diego']);
  expect(peopleIn('Thanks @ela.')).toEqual(['ela']);
});

test('an address is no person', () => {
  expect(peopleIn('write to me@example.org')).toEqual([]);
});

test('the people a caption ends with leave the text; those in a sentence stay', () => {
  expect(textOf('z @kuba.n i termosem')).toBe('z @kuba.n i termosem');
  expect(textOf('At sea with @anna today @diego @ela #lake')).toBe('At sea with @anna today #lake');
  expect(textOf('Hello\n@anna\n@diego')).toBe('Hello');
  expect(textOf('First\n@anna\n\nThird')).toBe('First\n@anna\n\nThird');
  expect(textOf('write to me@example.org')).toBe('write to me@example.org');
});

test('a sentence is cut into words, tags and people with the marks after them', () => {
  expect(partsOf('With @anna, at the #lake today')).toEqual([
    { kind: 'text', text: 'With ' },
    { kind: 'person', name: 'anna', rest: ',' },
    { kind: 'text', text: ' at the ' },
    { kind: 'tag', text: '#lake' },
    { kind: 'text', text: ' today' },
  ]);
});

test('a caption of people alone has no text', () => {
  expect(hasText('@anna @diego')).toBe(false);
  expect(hasText('@anna #lake')).toBe(true);
});
