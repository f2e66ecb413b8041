import type { ContactView, MessageView } from '@kith/contracts';
import type { ContactRow, MessageRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { pictureUrl } from '../media.ts';

export const messageView = (row: MessageRow): MessageView => ({
  messageId: row.id,
  content: row.content,
  createdAt: row.created_at,
  sender: { userId: row.sender_id },
  receiver: { userId: row.receiver_id },
  readByReceiver: row.read_by_receiver,
  clientId: row.client_id,
});

export const contactView = (settings: DomainSettings, row: ContactRow): ContactView => ({
  user: { userId: row.contact_id, userName: row.user_name, profilePicture: pictureUrl(settings, row.picture_key) },
  lastMessage:
    row.content === null || row.created_at === null || row.sender_id === null
      ? null
      : { messageId: row.last_message_id, content: row.content, createdAt: row.created_at, senderId: row.sender_id },
  unreadCount: row.unread_count,
});
