import { defineEntity, p } from '@mikro-orm/core';
import { Post } from './Post.ts';
import { User } from './User.ts';

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    recipient: () => p.manyToOne(User),
    kind: p.enum(['follow', 'like', 'comment', 'mention'] as const),
    post: () => p.manyToOne(Post).nullable(),
    /** One entry per day and subject; further actors join it. */
    day: p.date(),
    actorsCount: p.integer(),
    readAt: p.datetime(3).nullable(),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
