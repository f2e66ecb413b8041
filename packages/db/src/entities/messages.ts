import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, madeAt, time } from './columns.ts';

const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: id(),
    sender: () => p.manyToOne(User),
    receiver: () => p.manyToOne(User),
    content: p.text(),
    /** Made by the sender's client, as a post's. */
    clientId: p.uuid().nullable(),
    readAt: time().nullable(),
    createdAt: madeAt(),
    editedAt: time().nullable(),
    /** Deleted for all: the row keeps its place in the chat, without its words. */
    deletedAt: time().nullable(),
    /** A message of the same chat. */
    replyTo: () => p.manyToOne(Message).nullable().deleteRule('no action').updateRule('no action'),
  },
  uniques: [{ properties: ['sender', 'clientId'] }],
  checks: [
    {
      name: 'messages_content_check',
      expression: "(deleted_at is not null or content <> '') and char_length(content) <= 4000",
    },
    { name: 'messages_check', expression: 'sender_id <> receiver_id' },
  ],
  indexes: [
    index(
      'messages_conversation',
      'messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), id desc)',
    ),
    index('messages_sent', 'messages (sender_id, receiver_id, id desc)'),
    index('messages_received', 'messages (receiver_id, id desc)'),
    { name: 'messages_unread', properties: ['receiver', 'sender', 'id'], where: 'read_at is null' },
  ],
});

export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);

const MessageReactionSchema = defineEntity({
  name: 'MessageReaction',
  tableName: 'message_reactions',
  properties: {
    message: () => p.manyToOne(Message).primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    emoji: p.text().primary(),
    createdAt: madeAt(),
  },
  checks: [
    { name: 'message_reactions_emoji_check', expression: 'char_length(emoji) >= 1 and char_length(emoji) <= 32' },
  ],
  indexes: [{ name: 'message_reactions_user', properties: ['user', 'message'] }],
});

export class MessageReaction extends MessageReactionSchema.class {}
MessageReactionSchema.setClass(MessageReaction);

const ContactSchema = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    contact: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    /** 0 before the first message, so that one index orders them all. */
    lastMessageId: p.bigint('number').defaultRaw('0'),
    unreadCount: p.integer().default(0),
  },
  checks: [
    { name: 'contacts_check', expression: 'user_id <> contact_id' },
    { name: 'contacts_unread_count_check', expression: 'unread_count >= 0' },
  ],
  indexes: [
    index('contacts_recent', 'contacts (user_id, last_message_id desc, contact_id desc)'),
    { name: 'contacts_of', properties: ['contact'] },
    { name: 'contacts_unread', properties: ['user'], where: 'unread_count > 0' },
  ],
});

/** Somebody a user may chat with: one row per direction, made by a follow or a message. */
export class Contact extends ContactSchema.class {}
ContactSchema.setClass(Contact);
