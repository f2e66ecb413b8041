import type { Contact, Message, User } from '../entities/index.ts';
import type { Columns, Examined, Joined } from '../rows.ts';
import { statement } from '../statement.ts';

export type MessageRow = Columns<Message, 'id' | 'sender' | 'receiver' | 'content' | 'createdAt' | 'clientId'> & {
  read_by_receiver: boolean;
};

/** Whoever is gone has no name and no picture; who was never written with, no last message. */
export type ContactRow = Columns<Contact, 'contact' | 'lastMessageId' | 'unreadCount'> &
  Joined<User, 'userName' | 'pictureKey'> &
  Joined<Message, 'content' | 'createdAt' | 'sender'>;

/** Statements that read or write messages and contacts. */
export const messageQueries = {
  send: statement<
    [sender: number, receiver: number, content: string, clientId: string | null],
    MessageRow & { changed: boolean }
  >('messages/send'),
  conversation: statement<[a: number, b: number, before: number, after: number, rows: number], MessageRow>(
    'messages/conversation',
  ),
  sentBy: statement<[sender: number, receiver: number, before: number, rows: number], MessageRow>('messages/sentBy'),
  byId: statement<[message: number], MessageRow>('messages/byId'),
  newestId: statement<[], Columns<Message, 'id'>>('messages/newestId'),
  missed: statement<[user: number, after: number, rows: number], MessageRow>('messages/missed'),
  contacts: statement<
    [user: number, lastMessage: number, contact: number, rows: number, pattern: string | null],
    ContactRow & Examined
  >('messages/contacts'),
  markRead: statement<[receiver: number, message: number], Columns<Message, 'sender'> & { changed: boolean }>(
    'messages/markRead',
  ),
  markConversationRead: statement<[receiver: number, sender: number], { marked: number; up_to: Message['id'] }>(
    'messages/markConversationRead',
  ),
  unreadCount: statement<[user: number], { count: number; conversations: number }>('messages/unreadCount'),
};
