import { expect, test } from 'vitest';
import { groupMessages, type ShownMessage } from './message.ts';

const at = (time: string, mine: boolean, key = time): ShownMessage => ({
  key,
  mine,
  content: '',
  createdAt: new Date(`2026-05-${time}`).toISOString(),
  status: 'sent',
});

const shape = (messages: ShownMessage[]) =>
  groupMessages(messages).map(({ groups }) => groups.map((group) => group.messages.length));

test('messages of one sender within a minute stand together', () => {
  expect(shape([at('03T10:00:01', true), at('03T10:00:59', true), at('03T10:01:00', true)])).toEqual([[2, 1]]);
});

test('an answer and a new day each begin anew', () => {
  expect(shape([at('03T10:00:01', true), at('03T10:00:02', false), at('03T10:00:03', true)])).toEqual([[1, 1, 1]]);
  expect(shape([at('03T23:59:30', true), at('04T00:00:10', true)])).toEqual([[1], [1]]);
});

test('a group keeps its name when more is added to it', () => {
  const first = at('03T10:00:01', true, 'first');
  expect(groupMessages([first, at('03T10:00:02', true)])[0]?.groups[0]?.key).toBe('first');
});
