import { itemsOf } from '../../../lib/lists.ts';
import { type ChatKey, directKey, groupKey } from '../chat.ts';
import type { Chat, Contact, Person } from '../message.ts';

/** A chat as a row of the list shows it. */
export interface ListedChat {
  chat: ChatKey;
  /** The name of the group or of the other member. Null if the other member is deleted. */
  name: string | null;
  /** The members of a group, or only the other member of a direct chat. */
  people: Person[];
  lastMessage: (NonNullable<Contact['lastMessage']> & Partial<NonNullable<Chat['lastMessage']>>) | null;
  unreadCount: number;
  mutedUntil: string | null;
  /** The picture of a group. */
  picture?: string | null;
}

const directChat = ({ user, lastMessage, unreadCount }: Contact, mutedUntil: string | null): ListedChat => ({
  chat: directKey(user.userId),
  name: user.userName,
  people: [user],
  lastMessage,
  unreadCount,
  mutedUntil,
});

const groupChat = ({ chatId, name, users, lastMessage, unreadCount, mutedUntil, picture }: Chat): ListedChat => ({
  chat: groupKey(chatId),
  name,
  people: users,
  lastMessage,
  unreadCount,
  mutedUntil,
  picture,
});

const lastMessageId = ({ lastMessage }: Pick<ListedChat, 'lastMessage'>): number => lastMessage?.messageId ?? 0;

interface Query<T> {
  data: { pages: { items: T[] }[] } | undefined;
  hasNextPage: boolean;
}

/** Returns the id of the last message of the last loaded chat. Chats whose last messages are older may not be loaded yet. */
const loadedDownTo = <T extends Pick<ListedChat, 'lastMessage'>>({ data, hasNextPage }: Query<T>): number => {
  const last = itemsOf(data).at(-1);
  return !hasNextPage ? -1 : last ? lastMessageId(last) : Number.MAX_SAFE_INTEGER;
};

/**
 * Merges the lists of direct chats and groups, newest last message first. The result ends where one of the two lists is not
 * loaded further.
 */
export function mergeChats(contacts: Query<Contact>, chats: Query<Chat>, me: number): ListedChat[] {
  const loadedTo = Math.max(loadedDownTo(contacts), loadedDownTo(chats));
  const all = itemsOf(chats.data);
  const muted = new Map<number | undefined, string>();
  for (const { kind, users, mutedUntil } of all)
    if (kind === 'direct' && mutedUntil) muted.set(users.find(({ userId }) => userId !== me)?.userId, mutedUntil);
  const direct = itemsOf(contacts.data).map((contact) => directChat(contact, muted.get(contact.user.userId) ?? null));
  const groups = all.filter(({ kind }) => kind === 'group').map(groupChat);
  return [...direct, ...groups]
    .filter((row) => lastMessageId(row) >= loadedTo)
    .sort((a, b) => lastMessageId(b) - lastMessageId(a));
}
