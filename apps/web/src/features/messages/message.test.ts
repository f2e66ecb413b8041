import { expect, test } from 'vitest';
import { preview } from './message.ts';

test('fifty characters are shown whole, one more is cut', () => {
  expect(preview('a'.repeat(50))).toBe('a'.repeat(50));
  expect(preview('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`);
});

test('no sign is cut in half, and lines become one', () => {
  expect(preview('🌊'.repeat(51))).toBe(`${'🌊'.repeat(50)}...`);
  expect(preview('one\n\ntwo')).toBe('one two');
});
