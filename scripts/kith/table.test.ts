import { expect, it } from 'vitest';
import { table } from './table.ts';

it('a table escapes terminal control characters, and stays aligned', () => {
  const rows = [
    ['e-mail', 'red\u001b[31m@kith.test'],
    ['reason', 'one\r\ntwo\u009b2J\u202e\u2028end'],
  ];
  expect(table(rows)).toBe('e-mail  red\uFFFD[31m@kith.test\nreason  one\uFFFD\uFFFDtwo\uFFFD2J\uFFFD\uFFFDend');
});
