import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { expect, test } from 'vitest';
import { trpc } from '../../../lib/trpc.ts';
import { clearUnread, listedChats } from './listCache.ts';

const key = getQueryKey(trpc.chats.list);

/** A list with one chat, whose last message is 7, and of whose messages one is unread. */
function listWithUnread() {
  const client = new QueryClient();
  const row = { chatId: 1, unreadCount: 1, lastMessage: { messageId: 7 } };
  client.setQueryData(key, { pages: [{ items: [row], nextCursor: null }], pageParams: [null] });
  const unread = () => listedChats(client).map(({ unreadCount }) => unreadCount);
  return { client, unread, isOutdated: () => client.getQueryState(key)?.isInvalidated };
}

test('a chat that was read up to its last message has no unread messages', () => {
  const { client, unread, isOutdated } = listWithUnread();
  clearUnread(client, 1, 7);
  expect([unread(), isOutdated()]).toEqual([[0], false]);
});

test('a message that came after the one read up to stays unread until the server counts again', () => {
  const { client, unread, isOutdated } = listWithUnread();
  clearUnread(client, 1, 6);
  expect([unread(), isOutdated()]).toEqual([[1], true]);
});
