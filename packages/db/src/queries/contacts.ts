import type { Membership, Message, User } from '../entities/index.ts';
import type { Columns, Examined, Joined, Present } from '../rows.ts';
import { statement } from '../statement.ts';

/**
 * A direct chat with the newest message. A member whom the user cannot see has no name and no picture. If there are no messages,
 * the columns of the newest message are null.
 */
export type ContactRow = Columns<Membership, 'chat' | 'lastMessageId' | 'unreadCount'> &
  Present<Membership, 'contact'> &
  Joined<User, 'userName' | 'pictureKey'> &
  Joined<Message, 'content' | 'createdAt' | 'sender' | 'deletedAt'> & { post: boolean };

/** The statement of SPEC.md's list of contacts. */
export const contactQueries = {
  list: statement<
    [user: number, lastMessage: number, chat: number, rows: number, pattern: string | null],
    ContactRow & Examined
  >('contacts/list'),
};
