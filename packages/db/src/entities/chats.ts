import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time } from './columns.ts';

const ChatSchema = defineEntity({
  name: 'Chat',
  tableName: 'chats',
  properties: {
    id: id(),
    kind: p.enum(['direct', 'group'] as const),
    /** The two members of a direct chat, the lower id first. */
    lower: () => p.manyToOne(User).nullable().deleteRule('no action').updateRule('no action'),
    higher: () => p.manyToOne(User).nullable().deleteRule('no action').updateRule('no action'),
    name: p.text().nullable(),
    /** The member who may remove others from a group; in a direct chat without messages, the member who opened it. */
    maker: () => p.manyToOne(User).nullable().deleteRule('no action').updateRule('no action'),
    /** The id of the newest message. */
    lastId: p.bigint('number').defaultRaw('0'),
    createdAt: insertTime(),
    /** The id of a group's picture. No foreign key, because the picture's row references the group in turn. */
    imageId: p.bigint('number').nullable(),
  },
  uniques: [{ properties: ['lower', 'higher'] }],
  checks: [
    {
      name: 'chats_check',
      expression: `kind = 'direct' and name is null and lower_id is not null and higher_id is not null and lower_id < higher_id
        or kind = 'group' and name is not null and lower_id is null and higher_id is null`,
    },
    { name: 'chats_name_check', expression: 'char_length(name) >= 1 and char_length(name) <= 60' },
  ],
  indexes: [{ name: 'chats_empty', properties: ['maker', 'id'], where: `kind = 'direct' and maker_id is not null` }],
});

/** A direct chat of two members, or a group. */
export class Chat extends ChatSchema.class {}
ChatSchema.setClass(Chat);

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    chat: () => p.manyToOne(Chat).primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    /** The other member of a direct chat; null in a group. */
    contact: () => p.manyToOne(User).nullable().deleteRule('no action').updateRule('no action'),
    joinedAt: insertTime(),
    /** The id of the message that was the newest when the member joined; the member sees only later messages. */
    fromId: p.bigint('number').defaultRaw('0'),
    /** The id of the last message that the member has read. */
    readId: p.bigint('number').defaultRaw('0'),
    /** The id of the newest message; 0 if there is none, so that one index orders all chats. */
    lastMessageId: p.bigint('number').defaultRaw('0'),
    /** The id of the newest message that mentions the member of a group; 0 if there is none. */
    mentionId: p.bigint('number').defaultRaw('0'),
    unreadCount: p.integer().default(0),
    mutedUntil: time().nullable(),
    /** Set if a stranger started the chat: the member has not answered yet (`waiting`), or has declined. */
    request: p.enum(['waiting', 'declined'] as const).nullable(),
    /** Set while the chat comes before the others in the member's list. */
    pinnedAt: time().nullable(),
    /** Set from the time at which the member archived the chat, until the next message. */
    archivedAt: time().nullable(),
  },
  checks: [
    { name: 'memberships_check', expression: 'user_id <> contact_id' },
    { name: 'memberships_check1', expression: 'pinned_at is null or archived_at is null' },
    { name: 'memberships_unread_count_check', expression: 'unread_count >= 0' },
  ],
  indexes: [
    index('memberships_recent', 'memberships (user_id, last_message_id desc, chat_id desc)'),
    index('memberships_requests', "memberships (user_id, last_message_id desc) where request = 'waiting'"),
    { name: 'memberships_contact', properties: ['contact', 'user'], where: 'contact_id is not null' },
    { name: 'memberships_unread', properties: ['user'], where: 'unread_count > 0' },
    { name: 'memberships_pinned', properties: ['user'], where: 'pinned_at is not null' },
    index(
      'memberships_archived',
      'memberships (user_id, last_message_id desc, chat_id desc) where archived_at is not null',
    ),
  ],
});

/** A member of a chat. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
