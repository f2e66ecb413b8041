import type { ContactRow, MessageRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { pictureUrl } from '../media.ts';

export interface MessageView {
  messageId: number;
  content: string;
  createdAt: string;
  sender: { userId: number };
  receiver: { userId: number };
  readByReceiver: boolean;
  clientId: string | null;
}

export const messageView = (row: MessageRow): MessageView => ({
  messageId: row.id,
  content: row.content,
  createdAt: row.created_at,
  sender: { userId: row.sender_id },
  receiver: { userId: row.receiver_id },
  readByReceiver: row.read_by_receiver,
  clientId: row.client_id,
});

/** Somebody to chat with; `userName` is null once the member is deleted. */
export interface ContactView {
  user: { userId: number; userName: string | null; profilePicture: string | null };
  lastMessage: { messageId: number; content: string; createdAt: string; senderId: number } | null;
  unreadCount: number;
}

export const contactView = (settings: DomainSettings, row: ContactRow): ContactView => ({
  user: { userId: row.contact_id, userName: row.user_name, profilePicture: pictureUrl(settings, row.picture_key) },
  lastMessage:
    row.content === null || row.created_at === null || row.sender_id === null
      ? null
      : { messageId: row.last_message_id, content: row.content, createdAt: row.created_at, senderId: row.sender_id },
  unreadCount: row.unread_count,
});
