import type { Contact, Message, User } from '../entities/index.ts';
import type { Columns, Examined, Joined } from '../rows.ts';
import { statement } from '../statement.ts';

/**
 * A contact with the newest message. A contact whom the user cannot see has no name and no picture. If there are no messages, the
 * columns of the newest message are null.
 */
export type ContactRow = Columns<Contact, 'contact' | 'lastMessageId' | 'unreadCount'> &
  Joined<User, 'userName' | 'pictureKey'> &
  Joined<Message, 'content' | 'createdAt' | 'sender' | 'deletedAt'> & { post: boolean };

/** Statements that read contacts. */
export const contactQueries = {
  list: statement<
    [user: number, lastMessage: number, contact: number, rows: number, pattern: string | null],
    ContactRow & Examined
  >('contacts/list'),
  unreadCount: statement<[user: number], { count: number; conversations: number }>('contacts/unreadCount'),
};
