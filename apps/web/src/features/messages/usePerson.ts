import { failureOf } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { trpc } from '../../lib/trpc.ts';
import { contactsInput } from './contactsInput.ts';
import type { Person } from './types.ts';

/** Who a chat is with: from the list, or asked for when they are not in it. Null while unknown. */
export function usePerson(userId: number): { person: Person | null; unread: number } {
  const contacts = trpc.messages.contacts.useInfiniteQuery(contactsInput(''), paging);
  const contact = itemsOf(contacts.data).find(({ user }) => user.userId === userId);
  const asked = trpc.users.byId.useQuery({ userId }, { enabled: !contacts.isPending && !contact });
  const unread = contact?.unreadCount ?? 0;
  if (contact) return { person: contact.user, unread };
  if (asked.data) return { person: asked.data, unread };
  const gone = asked.isError && failureOf(asked.error).code === 'not-found';
  return { person: gone ? { userId, userName: null, profilePicture: null } : null, unread };
}
