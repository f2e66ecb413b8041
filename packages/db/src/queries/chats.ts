import type { Chat, Membership, Message } from '../entities/index.ts';
import type { Columns, Examined, Joined } from '../rows.ts';
import { statement } from '../statement.ts';

/** A chat as one of the members sees it, with the newest message. */
export type ChatRow = Columns<Chat, 'id' | 'kind' | 'name' | 'maker'> &
  Columns<Membership, 'lastMessageId' | 'unreadCount' | 'mutedUntil'> &
  Joined<Message, 'content' | 'createdAt' | 'sender' | 'deletedAt' | 'event' | 'subject'> & {
    picture: boolean;
    post: boolean;
    mentioned: boolean;
    /** The key of a group's picture. */
    picture_key: string | null;
    /** Whether the chat is a stranger's request that the caller has not answered. */
    request: boolean;
    /**
     * The members of the chat. `joined_at` is set only for visible members of a group; it is in PostgreSQL's format of a
     * timestamp in JSON.
     */
    people: { id: number; user_name: string | null; picture_key: string | null; joined_at: string | null }[];
  };

/** A user's membership in a chat, with what the server must know before the user may act in the chat. */
export type MembershipRow = Columns<Chat, 'id' | 'kind' | 'maker'> & {
  /** The other member of a direct chat. */
  other_id: number | null;
  /** For a group: the ids of the last messages that the other members have read. */
  reads: number[] | null;
};

/** A chat by its id, or a direct chat by its other member; the other value is null. */
export type ChosenChat = [chat: number | null, withUser: number | null];

/** Statements about chats, groups and their members. */
export const chatQueries = {
  membership: statement<[user: number, chat: number], MembershipRow>('chats/membership'),
  locked: statement<[group: number], Columns<Chat, 'id'>>('chats/locked'),
  open: statement<[caller: number, other: number], Columns<Chat, 'id'> & { changed: boolean }>('chats/open'),
  createGroup: statement<
    [caller: number, others: number[], name: string, groups: number],
    { id: number | null; living: boolean; found: number; closed: boolean }
  >('chats/createGroup'),
  rename: statement<[caller: number, group: number, name: string], Columns<Message, 'id'>>('chats/rename'),
  mute: statement<[caller: number, chat: number, until: string | null], Columns<Membership, 'chat'>>('chats/mute'),
  add: statement<
    [caller: number, group: number, whom: number, members: number, groups: number],
    { living: boolean; found: boolean; closed: boolean; changed: boolean; known: boolean }
  >('chats/add'),
  leave: statement<[whom: number, group: number, by: number], Columns<Membership, 'chat'>>('chats/leave'),
  erase: statement<[group: number, rows: number], { rows: number }>('chats/erase'),
  eraseEmpty: statement<[group: number], { job: number }>('chats/eraseEmpty'),
  members: statement<[chat: number], Columns<Membership, 'user'>>('chats/members'),
  readers: statement<[users: number[], chat: number, message: number], { id: number }>('chats/readers'),
  markRead: statement<
    [member: number, ...ChosenChat, upTo: number],
    Columns<Membership, 'chat' | 'readId'> & { other_id: number | null; changed: boolean }
  >('chats/markRead'),
  answerRequest: statement<[caller: number, chat: number, accepts: boolean], { id: number; changed: boolean }>(
    'chats/answerRequest',
  ),
  requests: statement<[user: number, lastMessage: number, rows: number], ChatRow & Examined>('chats/requests'),
  list: statement<
    [
      ...[user: number, lastMessage: number, chat: number, rows: number],
      ...[withContacts: boolean, pattern: string | null],
    ],
    ChatRow & Examined
  >('chats/list'),
  unreadCount: statement<[user: number], { count: number; conversations: number }>('chats/unreadCount'),
  one: statement<[user: number, ...ChosenChat], ChatRow>('chats/one'),
};
