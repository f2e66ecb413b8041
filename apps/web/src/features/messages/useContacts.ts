import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { isLive, watchLive } from '../../lib/live.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { trpc } from '../../lib/trpc.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { contactsInput } from './contactsInput.ts';
import type { Contact, Pending } from './types.ts';
import { useOutbox } from './useOutbox.ts';

const whileDown = 3_000;

/** What was just written counts as the latest with its receiver, acknowledged or not. */
function withPending(contacts: Contact[], outbox: Pending[]): Contact[] {
  if (!outbox.length) return contacts;
  const latest = new Map(outbox.map((pending) => [pending.receiverId, pending]));
  const order = [...latest.keys()].reverse();
  const patched = contacts.map((contact) => {
    const pending = latest.get(contact.user.userId);
    if (!pending) return contact;
    const { content, createdAt, senderId } = pending;
    return { ...contact, lastMessage: { messageId: Number.MAX_SAFE_INTEGER, content, createdAt, senderId } };
  });
  const rank = (contact: Contact) => order.indexOf(contact.user.userId) + 1 || order.length + 1;
  return patched.sort((a, b) => rank(a) - rank(b));
}

/** Everybody one can write with, by most recent message; `search` filters by name at once and then asks the server. */
export function useContacts(search: string) {
  const wanted = search.trim().toLowerCase();
  const query = useDebounced(wanted, 200);
  const live = useSyncExternalStore(watchLive, isLive);
  const list = trpc.messages.contacts.useInfiniteQuery(contactsInput(query), {
    ...paging,
    placeholderData: keepPreviousData,
    refetchInterval: live ? false : whileDown,
  });
  const outbox = useOutbox();
  const loaded = useMemo(() => withPending(itemsOf(list.data), outbox), [list.data, outbox]);
  const contacts = loaded.filter(({ user }) => !wanted || user.userName?.toLowerCase().includes(wanted));
  return { list, contacts, settled: query === wanted && !list.isPlaceholderData };
}
