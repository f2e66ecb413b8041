import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { contactsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { isLive, watchLive } from '../../../lib/live.ts';
import { useWaiting } from '../../../lib/outbox/store.ts';
import { useViewer } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import type { Contact, Pending } from '../message.ts';

const whileDown = 3_000;

/** Shows an unsent message as the latest of its chat, and moves the chat to the top. */
function withPending(contacts: Contact[], outbox: Pending[], senderId: number): Contact[] {
  if (!outbox.length) return contacts;
  const latest = new Map(outbox.map(({ payload }) => [payload.receiverId, payload]));
  const order = [...latest.keys()].reverse();
  const patched = contacts.map((contact) => {
    const pending = latest.get(contact.user.userId);
    if (!pending) return contact;
    const { content, createdAt } = pending;
    const lastMessage = { messageId: Number.MAX_SAFE_INTEGER, content, createdAt, senderId, deleted: false };
    return { ...contact, lastMessage };
  });
  const rank = (contact: Contact) => order.indexOf(contact.user.userId) + 1 || order.length + 1;
  return patched.sort((a, b) => rank(a) - rank(b));
}

/** The chat partners by most recent message; `search` filters loaded names at once and then asks the server. */
export function useContacts(search: string) {
  const wanted = search.trim().toLowerCase();
  const query = useDebounced(wanted, 200);
  const live = useSyncExternalStore(watchLive, isLive);
  const list = trpc.messages.contacts.useInfiniteQuery(contactsInput(query), {
    ...paging,
    placeholderData: keepPreviousData,
    refetchInterval: live ? false : whileDown,
  });
  const { userId } = useViewer();
  const outbox = useWaiting('message');
  const loaded = useMemo(() => withPending(itemsOf(list.data), outbox, userId), [list.data, outbox, userId]);
  const contacts = loaded.filter(({ user }) => !wanted || user.userName?.toLowerCase().includes(wanted));
  return { list, contacts, settled: query === wanted && !list.isPlaceholderData };
}
