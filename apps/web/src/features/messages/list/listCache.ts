import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../lib/trpc.ts';
import { type ChatKey, chatOf, directKey, groupKey, groupOf } from '../chat.ts';
import { addMessages, applyChange, isReading } from '../conversation/messageCache.ts';
import type { Chat, Contact, Message } from '../message.ts';

/** A row of one of two lists: direct chats are in the list of contacts, groups in the list of chats. */
type Row = Contact | Chat;
type Pages = InfiniteData<{ items: Row[]; nextCursor: string | null }>;

const keyOf = (chat: ChatKey) => getQueryKey(groupOf(chat) === undefined ? trpc.messages.contacts : trpc.chats.list);

const isRowOf = (chat: ChatKey, row: Row): boolean =>
  'user' in row ? directKey(row.user.userId) === chat : row.kind === 'group' && groupKey(row.chatId) === chat;

const lastMessageOf = ({ messageId, content, createdAt, sender, deletedAt, event, subject, image, post }: Message) => ({
  messageId,
  content,
  createdAt,
  senderId: sender.userId,
  deleted: deletedAt !== null,
  event,
  subjectId: subject?.userId ?? null,
  picture: image !== null,
  post: post !== null,
});

/** Changes the row of one chat in every cached list that contains it. */
function changeRow(client: QueryClient, chat: ChatKey, change: (row: Row) => Row): void {
  client.setQueriesData<Pages>({ queryKey: keyOf(chat) }, (data) => {
    if (!data?.pages) return data;
    let changed = false;
    const changeOne = (row: Row) => {
      const next = isRowOf(chat, row) ? change(row) : row;
      changed ||= next !== row;
      return next;
    };
    const pages = data.pages.map((page) => ({ ...page, items: page.items.map(changeOne) }));
    return changed ? { ...data, pages } : data;
  });
}

function moveToTop(pages: Pages, chat: ChatKey, change: (row: Row) => Row): Pages {
  const items = pages.pages.flatMap((page) => page.items);
  const old = items.find((row) => isRowOf(chat, row));
  const [first, ...rest] = pages.pages;
  const changed = old && change(old);
  if (!first || !changed || changed === old) return pages;
  if (items[0] === old) return { ...pages, pages: [{ ...first, items: [changed, ...first.items.slice(1)] }, ...rest] };
  const without = (list: Row[]) => list.filter((row) => row !== old);
  const others = rest.map((page) => ({ ...page, items: without(page.items) }));
  return { ...pages, pages: [{ ...first, items: [changed, ...without(first.items)] }, ...others] };
}

const pendingRefresh = new Set<string>();

/**
 * Refetches a list. If a request for the list is in flight, refetches after that request, because its response may be outdated.
 */
function refresh(client: QueryClient, queryKey: QueryKey): void {
  const name = hashKey(queryKey);
  if (!client.isFetching({ queryKey })) {
    void client.invalidateQueries({ queryKey });
    return;
  }
  if (pendingRefresh.has(name)) return;
  pendingRefresh.add(name);
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching({ queryKey })) return;
    stop();
    pendingRefresh.delete(name);
    void client.invalidateQueries({ queryKey });
  });
}

/**
 * Updates the row of a chat with a message, and moves the row to the top. If no list contains the chat, refetches the lists.
 */
function updateRow(client: QueryClient, chat: ChatKey, message: Message, unread: boolean): void {
  const queryKey = keyOf(chat);
  const lists = client.getQueriesData<Pages>({ queryKey });
  const isListed = lists.some(([, data]) => data?.pages?.some((page) => page.items.some((row) => isRowOf(chat, row))));
  if (!isListed || client.isFetching({ queryKey })) {
    refresh(client, queryKey);
    return;
  }
  client.setQueriesData<Pages>({ queryKey }, (data) =>
    data?.pages
      ? moveToTop(data, chat, (row) =>
          (row.lastMessage?.messageId ?? 0) >= message.messageId
            ? row
            : { ...row, lastMessage: lastMessageOf(message), unreadCount: row.unreadCount + Number(unread) },
        )
      : data,
  );
}

/** Adds a new message to the cached pages of its chat, and to the chat's row in the list. */
export function addMessage(client: QueryClient, me: number, message: Message): void {
  const chat = chatOf(me, message);
  addMessages(client, chat, [message]);
  const counts = message.sender.userId !== me && message.event === null && message.deletedAt === null;
  updateRow(client, chat, message, counts && !isReading(chat));
}

/** Shows the current state of an edited or deleted message, in its chat and in the chat's row of the list. */
export function changeMessage(client: QueryClient, me: number, message: Message): void {
  const chat = chatOf(me, message);
  applyChange(client, chat, message);
  // A deletion may reduce the unread count. Only the server knows whether it does, so the list is refetched.
  if (message.deletedAt !== null && message.sender.userId !== me) {
    refresh(client, keyOf(chat));
    return;
  }
  changeRow(client, chat, (row) =>
    row.lastMessage?.messageId === message.messageId ? { ...row, lastMessage: lastMessageOf(message) } : row,
  );
}

export const clearUnread = (client: QueryClient, chat: ChatKey): void =>
  changeRow(client, chat, (row) => (row.unreadCount > 0 ? { ...row, unreadCount: 0 } : row));

export function refreshChats(client: QueryClient): void {
  for (const list of [trpc.messages.contacts, trpc.chats.list]) refresh(client, getQueryKey(list));
}
