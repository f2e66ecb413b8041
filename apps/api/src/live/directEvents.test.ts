import type { LiveItem } from '@kith/contracts';
import { expect, it } from 'vitest';
import { withDirectNames } from './directEvents.ts';

const message = { messageId: 1, receiver: { userId: 3 } } as Extract<LiveItem, { name: 'chat.message' }>['message'];
const inGroup = { ...message, receiver: null };
const reacted = { name: 'chat.reacted' as const, chatId: 5, messageId: 1, senderId: 2, reactions: [] };
const read = { name: 'chat.read' as const, chatId: 5, userId: 3, upToMessageId: 1 };

it.each<[LiveItem, LiveItem]>([
  [
    { name: 'chat.message', isNew: true, message },
    { name: 'message.sent', message },
  ],
  [
    { name: 'chat.message', isNew: false, message },
    { name: 'message.changed', message },
  ],
  [
    { ...reacted, receiverId: 3 },
    { name: 'message.reacted', messageId: 1, senderId: 2, receiverId: 3, reactions: [] },
  ],
  [
    { ...read, contactId: 2 },
    { name: 'message.read', readerId: 3, senderId: 2, upToMessageId: 1 },
  ],
  [
    { name: 'chat.typing', chatId: 5, userId: 2 },
    { name: 'message.typing', senderId: 2 },
  ],
])('%o of a direct chat becomes a message event', (item, named) => {
  expect(withDirectNames(item)).toEqual(named);
});

it.each<LiveItem>([
  { name: 'chat.message', isNew: true, message: inGroup },
  { ...reacted, receiverId: null },
  { ...read, contactId: null },
  { name: 'chat.changed', chatId: 5 },
])('%o of a group stays as it is', (item) => {
  expect(withDirectNames(item)).toBe(item);
});
