import type { Contact, Image, Message, Notification, NotificationSettings, Post, User } from '../entities/index.ts';
import type { Columns, Joined } from '../rows.ts';
import { statement } from '../statement.ts';
import type { UserRow } from './users.ts';

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
  receivedAfter: statement<[user: number, after: number, rows: number], MessageRow>('messages/receivedAfter'),
  contacts: statement<
    [user: number, lastMessage: number, contact: number, rows: number, pattern: string | null],
    ContactRow
  >('messages/contacts'),
  markRead: statement<[receiver: number, message: number], Columns<Message, 'sender'> & { changed: boolean }>(
    'messages/markRead',
  ),
  markConversationRead: statement<[receiver: number, sender: number], { marked: number; up_to: Message['id'] }>(
    'messages/markConversationRead',
  ),
  unreadCount: statement<[user: number], { count: number; conversations: number }>('messages/unreadCount'),
};

export type NotificationRow = Columns<Notification, 'id' | 'kind' | 'actorsCount' | 'updatedAt' | 'readAt' | 'post'> &
  Joined<Post, 'caption'> &
  Joined<Image, 'key' | 'widths', 'image_'> & {
    image_public: boolean | null;
    actors: UserRow[];
    excerpt: string | null;
  };

type NotificationSettingsRow = Columns<NotificationSettings, 'enabled' | 'messages' | 'tags' | 'followers'>;

/** Statements that read or write notifications. */
export const notificationQueries = {
  list: statement<[user: number, at: string, id: number, rows: number, kind: string | null], NotificationRow>(
    'notifications/list',
  ),
  unreadCount: statement<[user: number], { count: number }>('notifications/unreadCount'),
  settings: statement<[user: number], NotificationSettingsRow>('notifications/settings'),
  changeSettings: statement<[user: number, ...switches: (boolean | null)[]], NotificationSettingsRow>(
    'notifications/changeSettings',
  ),
  markAllRead: statement<[user: number], { read_at: string }>('notifications/markAllRead'),
};
