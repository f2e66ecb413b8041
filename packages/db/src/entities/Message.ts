import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    sender: () => p.manyToOne(User),
    receiver: () => p.manyToOne(User),
    content: p.text(),
    clientId: p.uuid().nullable(),
    readAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);
