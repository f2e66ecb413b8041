import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const ContactSchema = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  properties: {
    user: () => p.manyToOne(User).primary(),
    contact: () => p.manyToOne(User).primary(),
    /** 0 before the first message, so that one index orders them all. */
    lastMessageId: p.bigint('number').default(0),
    unreadCount: p.integer().default(0),
  },
});

/** Somebody a member may chat with: one row per direction, made by a follow or a message. */
export class Contact extends ContactSchema.class {}
ContactSchema.setClass(Contact);
