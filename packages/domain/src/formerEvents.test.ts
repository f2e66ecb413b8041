import { expect, it } from 'vitest';
import { fromFormer, toFormer } from './formerEvents.ts';
import type { LiveEvent } from './live.ts';

const unasked = () => Promise.reject(new Error('the event names its chat'));
const of = { chatId: 5, messageId: 1, senderId: 2, receiverId: 3 };
const read = { chatId: 5, userId: 3, contactId: 2, upToMessageId: 1 };

it.each<[string, LiveEvent]>([
  ['message.sent', { name: 'chat.message', to: [2, 3], payload: { ...of, isNew: true } }],
  ['message.changed', { name: 'chat.message', to: [2, 3], payload: { ...of, isNew: false } }],
  ['message.reacted', { name: 'chat.reacted', to: [2, 3], payload: of }],
  ['message.read', { name: 'chat.read', to: [2, 3], payload: read }],
  ['message.typing', { name: 'chat.typing', to: [3], payload: { chatId: 5, userId: 2, contactId: 3 } }],
  ['chat.message', { name: 'chat.message', to: [2, 4], payload: { ...of, receiverId: null, isNew: true } }],
  ['chat.reacted', { name: 'chat.reacted', to: [2, 4], payload: { ...of, receiverId: null } }],
  ['chat.read', { name: 'chat.read', to: [2, 4], payload: { ...read, contactId: null } }],
  ['chat.changed', { name: 'chat.changed', to: [2], payload: { chatId: 5 } }],
])('an event travels as %s and arrives as it was', async (name, event) => {
  const travelling = toFormer(event);
  expect(travelling.name).toBe(name);
  expect(await fromFormer(JSON.parse(JSON.stringify(travelling)), unasked)).toEqual(event);
});

it.each<[LiveEvent, object]>([
  [
    { name: 'message.sent', to: [2, 3], payload: { messageId: 1, senderId: 2, receiverId: 3 } },
    { name: 'chat.message', payload: { ...of, isNew: true } },
  ],
  [
    { name: 'message.read', to: [2, 3], payload: { readerId: 3, senderId: 2, upToMessageId: 1 } },
    { name: 'chat.read', payload: read },
  ],
])('%o of the previous version gets its chat', async (event, arriving) => {
  expect(await fromFormer(event, async (one, other) => (one === 2 && other === 3 ? 5 : 0))).toMatchObject(arriving);
});
