import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../lib/trpc.ts';
import { isReading, otherThan, putChange, putMessages } from '../conversation/messageCache.ts';
import type { Contact, Message } from '../message.ts';

type Pages = InfiniteData<{ items: Contact[]; nextCursor: string | null }>;

const key = () => getQueryKey(trpc.messages.contacts);

function newestFirst(pages: Pages, userId: number, change: (contact: Contact) => Contact): Pages {
  const items = pages.pages.flatMap((page) => page.items);
  const old = items.find((contact) => contact.user.userId === userId);
  const [first, ...rest] = pages.pages;
  const changed = old && change(old);
  if (!first || !changed || changed === old) return pages;
  if (items[0] === old) return { ...pages, pages: [{ ...first, items: [changed, ...first.items.slice(1)] }, ...rest] };
  const without = (list: Contact[]) => list.filter((contact) => contact !== old);
  const others = rest.map((page) => ({ ...page, items: without(page.items) }));
  return { ...pages, pages: [{ ...first, items: [changed, ...without(first.items)] }, ...others] };
}

/** Updates a contact's row with a message and moves it to the top; a list without that contact is fetched again. */
function putOnContact(client: QueryClient, me: number, message: Message, unread: boolean): void {
  const { messageId, content, createdAt, sender } = message;
  const userId = otherThan(me, message);
  const lists = client.getQueriesData<Pages>({ queryKey: key() });
  const holds = lists.some(([, data]) => data?.pages.some((page) => page.items.some((c) => c.user.userId === userId)));
  if (!holds || client.isFetching({ queryKey: key() })) {
    refreshContacts(client);
    return;
  }
  client.setQueriesData<Pages>({ queryKey: key() }, (data) =>
    data?.pages
      ? newestFirst(data, userId, (contact) =>
          (contact.lastMessage?.messageId ?? 0) >= messageId
            ? contact
            : {
                ...contact,
                lastMessage: {
                  messageId,
                  content,
                  createdAt,
                  senderId: sender.userId,
                  deleted: message.deletedAt !== null,
                },
                unreadCount: contact.unreadCount + Number(unread),
              },
        )
      : data,
  );
}

/** Adds a new message to its conversation and to its contact's row. */
export function putMessage(client: QueryClient, me: number, message: Message): void {
  const other = otherThan(me, message);
  putMessages(client, other, [message]);
  putOnContact(client, me, message, message.sender.userId === other && !isReading(other));
}

/** Shows the current state of an edited or deleted message, in its conversation and its contact's row. */
export function changeMessage(client: QueryClient, me: number, message: Message): void {
  const other = otherThan(me, message);
  putChange(client, other, message);
  // A message deleted while unread no longer counts, and only the server knows whether it was unread.
  if (message.deletedAt !== null && message.sender.userId === other) {
    refreshContacts(client);
    return;
  }
  const { messageId, content } = message;
  client.setQueriesData<Pages>({ queryKey: key() }, (data) => {
    const shows = ({ lastMessage }: Contact) => lastMessage?.messageId === messageId;
    if (!data?.pages?.some((page) => page.items.some(shows))) return data;
    const changed = (contact: Contact) =>
      contact.lastMessage && shows(contact)
        ? { ...contact, lastMessage: { ...contact.lastMessage, content, deleted: message.deletedAt !== null } }
        : contact;
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(changed) })) };
  });
}

export function clearUnread(client: QueryClient, userId: number): void {
  client.setQueriesData<Pages>({ queryKey: key() }, (data) => {
    const waits = (contact: Contact) => contact.user.userId === userId && contact.unreadCount > 0;
    if (!data?.pages?.some((page) => page.items.some(waits))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((contact) => (waits(contact) ? { ...contact, unreadCount: 0 } : contact)),
    }));
    return { ...data, pages };
  });
}

export const refreshContacts = (client: QueryClient): void => void client.invalidateQueries({ queryKey: key() });
