import { skipToken } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../lib/failure.ts';
import { chatsInput, contactsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { type ChatKey, groupOf, userOf } from '../chat.ts';
import type { Chat, Person } from '../message.ts';

/** The chat on screen, whether direct or a group. */
export interface OpenChat {
  /** The name of the group or of the other member. Empty until it is loaded. */
  name: string;
  /** The other member of a direct chat. Null in a group and until the member is loaded. */
  person: Person | null;
  group: Chat | null;
  members: readonly Person[];
  /** The number of a group's members other than the viewer; 0 in a direct chat. */
  others: number;
  unread: number;
  mutedUntil: string | null;
  loaded: boolean;
  /** Whether the chat is a group of which the viewer is not, or no longer, a member. */
  gone: boolean;
}

const noMembers: readonly Person[] = [];

/** Returns the other member of a direct chat, from the list of chats if it contains the chat, otherwise from the server. */
function usePerson(userId: number | undefined): { person: Person | null; unread: number } {
  const contacts = trpc.messages.contacts.useInfiniteQuery(contactsInput(''), {
    ...paging,
    enabled: userId !== undefined,
  });
  const contact = itemsOf(contacts.data).find(({ user }) => user.userId === userId);
  const missing = userId !== undefined && !contacts.isPending && !contact;
  const query = trpc.users.byId.useQuery(missing ? { userId } : skipToken);
  const unread = contact?.unreadCount ?? 0;
  if (contact) return { person: contact.user, unread };
  if (query.data) return { person: query.data, unread };
  const gone = missing && query.isError && failureOf(query.error).code === 'not-found';
  return { person: gone ? { userId, userName: null, profilePicture: null } : null, unread };
}

/** Returns the chat's row from the list of chats, if the list contains the chat. For a group, also returns the group. */
function useGroup(chat: ChatKey, me: number) {
  const [chatId, otherId] = [groupOf(chat), userOf(chat)];
  const chats = trpc.chats.list.useInfiniteQuery(chatsInput, paging);
  const others = ({ kind, users }: Chat) => (kind === 'direct' ? users.find(({ userId }) => userId !== me) : undefined);
  const listed = itemsOf(chats.data).find((row) =>
    chatId === undefined ? others(row)?.userId === otherId : row.chatId === chatId,
  );
  const query = trpc.chats.byId.useQuery(chatId === undefined ? skipToken : { chatId });
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  const group = chatId === undefined || gone ? null : (query.data ?? listed ?? null);
  return { group, listed, gone };
}

export function useOpenChat(chat: ChatKey): OpenChat {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { person, unread } = usePerson(userOf(chat));
  const { group, listed, gone } = useGroup(chat, me);
  const members = useMemo(() => group?.users ?? (person ? [person] : noMembers), [group, person]);
  const name = group ? (group.name ?? '') : person ? (person.userName ?? t('messages.unavailable')) : '';
  return {
    name,
    person,
    group,
    members,
    others: group ? group.users.filter(({ userId }) => userId !== me).length : 0,
    unread: group ? (listed?.unreadCount ?? group.unreadCount) : unread,
    mutedUntil: (listed ?? group)?.mutedUntil ?? null,
    loaded: (person ?? group) !== null,
    gone,
  };
}
