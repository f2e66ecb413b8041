import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { patchItems } from '../../../lib/cachedLists.ts';
import { queries } from '../../../lib/queries.ts';
import { trpc } from '../../../lib/trpc.ts';
import { type ChatKey, otherOf } from '../chat.ts';
import {
  addMessages,
  applyChange,
  conversationQuery,
  idOfDirectChat,
  isReading,
} from '../conversation/messageCache.ts';
import type { Chat, Message } from '../message.ts';

export type Pages = InfiniteData<{ items: Chat[]; nextCursor: string | null }>;

const listKey = getQueryKey(trpc.chats.list);

const lastMessageOf = ({ messageId, content, createdAt, sender, deletedAt, event, subject, ...rest }: Message) => ({
  messageId,
  content,
  createdAt,
  senderId: sender.userId,
  deleted: deletedAt !== null,
  event,
  subjectId: subject?.userId ?? null,
  picture: rest.image !== null || rest.voice !== null,
  media: rest.voice ? ('voice' as const) : (rest.image?.kind ?? null),
  post: rest.post !== null,
});

/** Returns the rows of all cached lists of chats. */
export const listedChats = (client: QueryClient): Chat[] =>
  client
    .getQueriesData<Pages>({ queryKey: listKey })
    .flatMap(([, data]) => data?.pages?.flatMap(({ items }) => items) ?? []);

/** Changes the row of one chat in every cached list that contains it. */
export function changeRow(client: QueryClient, chat: ChatKey, change: (row: Chat) => Chat): void {
  patchItems<Chat>(client, [listKey], (row) => (row.chatId === chat ? change(row) : row));
}

export const pinnedFirst = (a: Chat, b: Chat): number => Number(b.pinned ?? false) - Number(a.pinned ?? false);

/** Changes a row and moves it to the top: a pinned one of all rows, any other one of those that are not pinned. */
function moveToTop(pages: Pages, chat: ChatKey, change: (row: Chat) => Chat): Pages {
  const items = pages.pages.flatMap((page) => page.items);
  const old = items.find((row) => row.chatId === chat);
  const [first, ...rest] = pages.pages;
  const changed = old && change(old);
  if (!first || !changed || changed === old) return pages;
  const without = (list: Chat[]) => list.filter((row) => row !== old);
  const others = rest.map((page) => ({ ...page, items: without(page.items) }));
  const top = [changed, ...without(first.items)].toSorted(pinnedFirst);
  return { ...pages, pages: [{ ...first, items: top }, ...others] };
}

let pendingRefresh = false;

/**
 * Refetches the list. If a request for the list is in flight, refetches after that request, because its response may be outdated.
 */
export function refreshChats(client: QueryClient): void {
  if (!client.isFetching({ queryKey: listKey })) {
    void client.invalidateQueries({ queryKey: listKey });
    return;
  }
  if (pendingRefresh) return;
  pendingRefresh = true;
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching({ queryKey: listKey })) return;
    stop();
    pendingRefresh = false;
    void client.invalidateQueries({ queryKey: listKey });
  });
}

/**
 * Updates the row of a chat with a message, and moves the row to the top. If no list contains the chat, or it is archived, which a
 * message ends, refetches the lists.
 */
function updateRow(client: QueryClient, chat: ChatKey, message: Message, unread: boolean): void {
  const isListed = listedChats(client).some(({ chatId, archived }) => chatId === chat && !archived);
  if (!isListed) void client.invalidateQueries({ queryKey: getQueryKey(trpc.chats.withUser) });
  if (!isListed || client.isFetching({ queryKey: listKey })) {
    refreshChats(client);
    return;
  }
  client.setQueriesData<Pages>({ queryKey: listKey }, (data) =>
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
  const chat = message.chatId;
  addMessages(client, chat, [message]);
  const counts = message.sender.userId !== me && message.event === null && message.deletedAt === null;
  updateRow(client, chat, message, counts && !isReading(chat));
}

/** Shows the current state of an edited or deleted message, in its chat and in the chat's row of the list. */
export function changeMessage(client: QueryClient, me: number, message: Message): void {
  const chat = message.chatId;
  applyChange(client, chat, message);
  // A deletion may reduce the unread count. Only the server knows whether it does, so the list is refetched.
  if (message.deletedAt !== null && message.sender.userId !== me) {
    refreshChats(client);
    return;
  }
  changeRow(client, chat, (row) =>
    row.lastMessage?.messageId === message.messageId ? { ...row, lastMessage: lastMessageOf(message) } : row,
  );
}

/**
 * Shows a chat as read up to the message `upTo`. If its last message is a later one, refetches the list, because only the server
 * knows how many of the unread messages are later.
 */
export function clearUnread(client: QueryClient, chat: ChatKey, upTo: number): void {
  let later = false;
  changeRow(client, chat, (row) => {
    if (row.unreadCount === 0) return row;
    if ((row.lastMessage?.messageId ?? 0) <= upTo) return { ...row, unreadCount: 0 };
    later = true;
    return row;
  });
  if (later) refreshChats(client);
}

/** Returns the listed chat with another member. */
const findListedChat = (client: QueryClient, me: number, userId: number): Chat | undefined =>
  listedChats(client).find((row) => otherOf(row, me)?.userId === userId);

/** Returns the id of the chat with another member, which is opened on the server if it does not exist yet. */
export const directChatId = async (client: QueryClient, me: number, userId: number): Promise<ChatKey> =>
  findListedChat(client, me, userId)?.chatId ?? idOfDirectChat(userId);

/** Loads the chat that the first message to another member has opened, so that its messages take the place of the outbox's. */
export async function loadNewDirectChat(client: QueryClient, me: number, userId: number): Promise<void> {
  if (findListedChat(client, me, userId)) return;
  try {
    const { chatId } = await queries.chats.withUser.fetch({ withUserId: userId }, { staleTime: 0 });
    await client.prefetchInfiniteQuery(conversationQuery(chatId));
  } catch {
    // The message was sent. The screen loads the chat at the next event or visit.
  }
}
