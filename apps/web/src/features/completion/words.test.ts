import { expect, test } from 'vitest';
import { replaceWord, wordAtCaret } from './words.ts';

/** Calls `wordAtCaret` for a text in which `|` marks the caret. */
const at = (marked: string) => wordAtCaret(marked.replace('|', ''), marked.indexOf('|'));

test('a name or a tag is found when the caret is at its end', () => {
  expect(at('With @an|')).toEqual({ sign: '@', typed: 'an', start: 5, end: 8 });
  expect(at('@żółw|')).toEqual({ sign: '@', typed: 'żółw', start: 0, end: 5 });
  expect(at('#poran|')).toEqual({ sign: '#', typed: 'poran', start: 0, end: 6 });
  expect(at('first\n#ró| last')).toEqual({ sign: '#', typed: 'ró', start: 6, end: 9 });
});

test('a word that is not a name or tag ending at the caret is not found', () => {
  for (const text of ['hello|', '@|', '# |', 'anna@kith|', '@an|na', '@anna |', 'a#b|']) {
    expect(at(text), text).toBeNull();
  }
});

test('an @ without a name is found where a few members are offered', () => {
  expect(wordAtCaret('Hi @', 4, true)).toEqual({ sign: '@', typed: '', start: 3, end: 4 });
  expect(wordAtCaret('Hi@', 3, true)).toBeNull();
});

test('the chosen word replaces the typed one, followed by one space', () => {
  const complete = (marked: string, word: string) => {
    const { text, caret } = replaceWord(marked.replace('|', ''), at(marked) as never, word);
    return `${text.slice(0, caret)}|${text.slice(caret)}`;
  };
  expect(complete('With @an|', '@anna')).toBe('With @anna |');
  expect(complete('With @an| at sea', '@anna')).toBe('With @anna | at sea'.replace(' | ', ' |'));
  expect(complete('@an|\n#sea', '@anna')).toBe('@anna |\n#sea');
});
