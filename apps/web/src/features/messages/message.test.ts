import { expect, test } from 'vitest';
import { preview } from './message.ts';

test('a preview of fifty characters is complete, one of fifty-one is cut', () => {
  expect(preview('a'.repeat(50))).toBe('a'.repeat(50));
  expect(preview('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`);
});

test('a preview cuts no character in half, and joins lines', () => {
  expect(preview('🌊'.repeat(51))).toBe(`${'🌊'.repeat(50)}...`);
  expect(preview('one\n\ntwo')).toBe('one two');
});
