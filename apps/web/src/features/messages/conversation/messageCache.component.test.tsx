import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../message.ts';
import { addMessages, applyChange, cachedMessages, clearRecent, conversationQuery } from './messageCache.ts';

const chat = 5;

const message = (status: string) =>
  ({
    messageId: 7,
    chatId: chat,
    content: '',
    editedAt: null,
    deletedAt: null,
    image: { status },
    reactions: [],
  }) as never as Message;

test('a message that was read before its picture was ready, and arrives after it, shows the picture', () => {
  onTestFinished(clearRecent);
  const client = new QueryClient();
  client.setQueryData(conversationQuery(chat).queryKey, {
    pages: [{ items: [], nextCursor: null }],
    pageParams: [null],
  });
  applyChange(client, chat, message('ready'));
  addMessages(client, chat, [message('processing')]);
  expect(cachedMessages(client, chat).map(({ image }) => image?.status)).toEqual(['ready']);
});
