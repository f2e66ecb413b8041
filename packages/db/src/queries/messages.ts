import { statement } from '../statement.ts';
import type { ContactRow, MessageRow } from './rows.ts';

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
  newestId: statement<[], { id: number }>('messages/newestId'),
  receivedAfter: statement<[member: number, after: number, rows: number], MessageRow>('messages/receivedAfter'),
  contacts: statement<
    [member: number, lastMessage: number, contact: number, rows: number, pattern: string | null],
    ContactRow
  >('messages/contacts'),
  markRead: statement<[receiver: number, message: number], { sender_id: number; changed: boolean }>(
    'messages/markRead',
  ),
  markConversationRead: statement<[receiver: number, sender: number], { marked: number; up_to: number }>(
    'messages/markConversationRead',
  ),
  unreadCount: statement<[member: number], { count: number }>('messages/unreadCount'),
};
