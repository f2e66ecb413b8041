import { expect, test } from 'vitest';
import { firstUnread, groupMessages, laterGroups, pictureBox, preview, type ShownMessage } from './message.ts';

test('the preview of a message with fifty characters is complete, with fifty-one it is cut', () => {
  expect(preview('a'.repeat(50))).toBe('a'.repeat(50));
  expect(preview('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`);
});

test('a preview cuts no character in half, and joins lines', () => {
  expect(preview('🌊'.repeat(51))).toBe(`${'🌊'.repeat(50)}...`);
  expect(preview('one\n\ntwo')).toBe('one two');
});

const at = (time: string, mine: boolean, key = time): ShownMessage => ({
  key,
  senderId: mine ? 1 : 2,
  mine,
  content: '',
  createdAt: new Date(`2026-05-${time}`).toISOString(),
  status: 'sent',
});

const shape = (messages: ShownMessage[]) =>
  groupMessages(messages).map(({ groups }) => groups.map((group) => group.messages.length));

test('messages of one sender within a minute form a group, whichever minute of the clock it is', () => {
  expect(shape([at('03T10:00:59', true), at('03T10:01:58', true), at('03T10:01:59', true)])).toEqual([[2, 1]]);
});

test('an answer and a new day each start a new group', () => {
  expect(shape([at('03T10:00:01', true), at('03T10:00:02', false), at('03T10:00:03', true)])).toEqual([[1, 1, 1]]);
  expect(shape([at('03T23:59:30', true), at('04T00:00:10', true)])).toEqual([[1], [1]]);
});

test('a group keeps its key when another message is added to it', () => {
  const first = at('03T10:00:01', true, 'first');
  expect(groupMessages([first, at('03T10:00:02', true)])[0]?.groups[0]?.key).toBe('first');
});

test('the first unread message starts a group, and is unknown while older ones may be unread', () => {
  const read = { ...at('03T10:00:01', false), status: 'read' as const };
  const [first, second] = [at('03T10:00:02', false), at('03T10:00:03', false)];
  expect(firstUnread([read, first, second], false)).toBe(first.key);
  expect(firstUnread([first, second], false)).toBeUndefined();
  expect(firstUnread([at('03T10:00:00', true), first, second], false)).toBeUndefined();
  expect(firstUnread([first, second], true)).toBe(first.key);
  expect(firstUnread([read, at('03T10:00:04', true)], true)).toBeUndefined();
  const [day] = groupMessages([read, first, second], first.key);
  expect(day?.groups.map(({ unread, messages }) => [unread, messages.length])).toEqual([
    [undefined, 1],
    [true, 2],
  ]);
});

test('in a group chat each sender is separate, each event stands alone, and folded messages are one line', () => {
  const by = (senderId: number, more: Partial<ShownMessage> = {}) => ({
    ...at('03T10:00:01', false, `${senderId} ${JSON.stringify(more)}`),
    senderId,
    ...more,
  });
  const all = [by(2), by(3), by(3, { event: 'left' }), by(3, { event: 'named' }), by(4, { folded: true })];
  const groups = groupMessages([...all, by(5, { folded: true }), by(2, { content: 'late' })])[0]?.groups;
  expect(groups?.map(({ kind, messages }) => [kind, messages.length])).toEqual([
    ['said', 1],
    ['said', 1],
    ['event', 1],
    ['event', 1],
    ['folded', 2],
    ['said', 1],
  ]);
  expect(firstUnread(all, false, 2)).toBe(all[0]?.key);
  expect(firstUnread(all, false, 0)).toBeUndefined();
});

test('messages above the screen, and above the first unread one, are rendered later', () => {
  const all = Array.from({ length: 30 }, (_, i) => at(`03T10:${String(10 + i)}:00`, i % 2 === 0, `${i}`));
  const above = (count: number) => new Set(all.slice(0, count).map(({ key }) => key));
  expect(laterGroups(groupMessages(all))).toEqual(above(14));
  expect(laterGroups(groupMessages(all, '5'))).toEqual(above(5));
  expect(laterGroups(groupMessages(all, '25'))).toEqual(above(14));
  expect(laterGroups(groupMessages(all.slice(0, 9)))).toEqual(above(0));
});

test('a picture keeps its shape between 1:2 and 7:1, and no side is longer than 320 px', () => {
  for (const [width, height, shown] of [
    [3_000, 1_000, { ratio: 3, width: 320, height: 320 / 3 }],
    [6_000, 1_000, { ratio: 6, width: 320, height: 320 / 6 }],
    [9_000, 1_000, { ratio: 7, width: 320, height: 320 / 7 }],
    [800, 800, { ratio: 1, width: 320, height: 320 }],
    [400, 4_000, { ratio: 0.5, width: 160, height: 320 }],
    [null, null, { ratio: 4 / 3, width: 320, height: 240 }],
  ] as const)
    expect(pictureBox(width, height)).toEqual(shown);
});
