import { isEmoji } from '@kith/contracts/emoji';
import { expect, test } from 'vitest';
import type { Message } from '../message.ts';
import { emojiIn } from './EmojiDialog.tsx';
import { quickReactions, withChange, withOwnReaction, withReactions } from './messageChanges.ts';

const all = { emojiVersion: undefined, emojibaseUrl: undefined };

test.each(['en', 'es', 'pl'])('every emoji of the picker is accepted by the server, in %s', async (language) => {
  const { emojis, categories, locale } = await emojiIn(language, all);
  expect(locale).toBe(language);
  expect(emojis.length).toBeGreaterThan(1_700);
  const offered = emojis.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);
  expect([...offered, ...quickReactions].filter((emoji) => !isEmoji(emoji))).toEqual([]);
  const groups = new Set(categories.map(({ index }) => index));
  expect(emojis.every(({ category, label }) => groups.has(category) && label !== '')).toBe(true);
});

test("a member's own reaction is added, counted and removed", () => {
  const two = [
    { emoji: '👍', count: 2, mine: false },
    { emoji: '❤️', count: 1, mine: true },
  ];
  expect(withOwnReaction([], '😂', true)).toEqual([{ emoji: '😂', count: 1, mine: true }]);
  expect(withOwnReaction(two, '👍', true)[0]).toEqual({ emoji: '👍', count: 3, mine: true });
  expect(withOwnReaction(two, '❤️', false)).toEqual([two[0]]);
  expect(withOwnReaction(two, '❤️', true)).toEqual(two);
  expect(withOwnReaction(two, '😂', false)).toEqual(two);
});

const message = (messageId: number, more: Partial<Message> = {}): Message => ({
  messageId,
  content: 'words',
  createdAt: '2026-11-23T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  voice: null,
  sender: { userId: 2 },
  receiver: { userId: 1 },
  chatId: 1,
  event: null,
  subject: null,
  folded: false,
  readCount: null,
  image: null,
  imageUrl: null,
  post: null,
  readByReceiver: false,
  clientId: null,
  replyToId: null,
  replyTo: null,
  reactions: [],
  links: [],
  poll: null,
  ...more,
});
const at = (minute: number) => `2026-11-23T11:0${minute}:00.000Z`;

test('the later of two edits wins, in whatever order they arrive, and a deletion is final', () => {
  const [first, second, third] = [1, 2, 4].map((minute) =>
    message(7, { content: `edit ${minute}`, editedAt: at(minute) }),
  ) as [Message, Message, Message];
  const edited = withChange(withChange(message(7), second), first);
  expect(edited.content).toBe('edit 2');
  const deleted = withChange(edited, message(7, { content: '', deletedAt: at(3) }));
  expect(withChange(deleted, third)).toMatchObject({ content: '', deletedAt: at(3), editedAt: null });
  expect(withReactions(deleted, [{ emoji: '👍', count: 1, mine: false }]).reactions).toEqual([]);
  expect(withChange(message(8), first)).toEqual(message(8));
});

test('a quote shows the current text of its message, and a late edit does not restore a deleted one', () => {
  const nothing = { deleted: false, folded: false, picture: false, media: null, post: false, poll: false };
  const replyTo = { ...nothing, messageId: 7, senderId: 2, content: 'words' };
  const answer = message(8, { replyToId: 7, replyTo });
  const edited = withChange(answer, message(7, { content: 'x'.repeat(300), editedAt: at(1) }));
  expect(edited.replyTo?.content).toBe('x'.repeat(200));
  const deleted = withChange(edited, message(7, { content: '', deletedAt: at(2) }));
  expect(deleted.replyTo).toEqual({ ...replyTo, content: '', deleted: true });
  expect(withChange(deleted, message(7, { content: 'late', editedAt: at(1) })).replyTo?.content).toBe('');
});

test('the card of a link that was read late appears, and goes only with an edit or a deletion', () => {
  const links = [{ url: 'https://lake.test/', title: 'Lake', description: null, siteName: null, imageUrl: null }];
  const linked = withChange(message(7), message(7, { links }));
  expect(linked.links).toEqual(links);
  expect(withChange(linked, message(7)).links).toEqual(links);
  const pictured = links.map((link) => ({ ...link, imageUrl: '/media/a/640.webp?s=1' }));
  expect(withChange(linked, message(7, { links: pictured })).links).toEqual(pictured);
  expect(withChange(linked, message(7, { editedAt: at(1) })).links).toEqual([]);
  expect(withChange(linked, message(7, { content: '', deletedAt: at(1) })).links).toEqual([]);
});
