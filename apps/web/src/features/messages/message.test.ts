import { expect, test } from 'vitest';
import { preview } from './message.ts';

test('the preview of a message with fifty characters is complete, with fifty-one it is cut', () => {
  expect(preview('a'.repeat(50))).toBe('a'.repeat(50));
  expect(preview('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`);
});

test('a preview cuts no character in half, and joins lines', () => {
  expect(preview('🌊'.repeat(51))).toBe(`${'🌊'.repeat(50)}...`);
  expect(preview('one\n\ntwo')).toBe('one two');
});
