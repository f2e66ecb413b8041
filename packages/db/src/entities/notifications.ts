import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time } from './columns.ts';
import { Comment } from './comments.ts';
import { Post } from './posts.ts';

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: id(),
    recipient: () => p.manyToOne(User),
    /**
     * The kinds about reports, log-ins and webhooks have neither actors nor a post; a member gets one notification of each such
     * kind a day.
     */
    kind: p.enum([
      'follow',
      'accepted',
      'like',
      'comment',
      'reply',
      'commentLike',
      'mention',
      'reportActed',
      'reportKept',
      'signIn',
      'webhookOff',
      'resetLink',
      'joined',
      'eventTomorrow',
      'eventSoon',
      'eventMoved',
      'eventCancelled',
      'birthday',
      'album',
    ] as const),
    post: () => p.manyToOne(Post).nullable().deleteRule('cascade'),
    /** The UTC day: the events of one day about the same subject share one notification. */
    day: p.date(),
    actorsCount: p.integer(),
    /**
     * The number of likes without a row in `notification_events`: once a notification lists a hundred likes, most later ones are
     * only counted.
     */
    unlistedCount: p.integer().default(0),
    readAt: time().nullable(),
    updatedAt: insertTime(),
    /** The newest event when the notification was last read; later events have made it unread if `readAt` is null. */
    readEventId: p.bigint('number').nullable(),
  },
  uniques: [
    { name: 'notifications_recipient_id_kind_post_id_day_key', properties: ['recipient', 'kind', 'post', 'day'] },
  ],
  indexes: [
    index('notifications_recent', 'notifications (recipient_id, updated_at desc, id desc)'),
    { name: 'notifications_unread', properties: ['recipient'], where: 'read_at is null' },
    { name: 'notifications_post', properties: ['post'] },
    { name: 'notifications_day', properties: ['day', 'id'] },
    { name: 'notifications_read', properties: ['day', 'id'], where: 'read_at is not null' },
  ],
});

/** A notification as the recipient sees it: events of one day, kind and subject, or a message by the server without events. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);

const NotificationEventSchema = defineEntity({
  name: 'NotificationEvent',
  tableName: 'notification_events',
  properties: {
    id: id(),
    notification: () => p.manyToOne(Notification).deleteRule('cascade'),
    recipient: () => p.manyToOne(User),
    kind: p.text(),
    actor: () => p.manyToOne(User),
    post: () => p.manyToOne(Post).nullable().deleteRule('cascade'),
    comment: () => p.manyToOne(Comment).nullable().deleteRule('cascade'),
    createdAt: insertTime(),
  },
  uniques: [
    {
      name: 'notification_events_recipient_id_kind_actor_id_post_id_comm_key',
      properties: ['recipient', 'kind', 'actor', 'post', 'comment'],
    },
  ],
  indexes: [
    index('notification_events_group', 'notification_events (notification_id, id desc)'),
    { name: 'notification_events_actor', properties: ['actor'] },
    { name: 'notification_events_post', properties: ['post'] },
    { name: 'notification_events_comment', properties: ['comment'] },
  ],
});

/** An action of one user that notifies another. When a row is deleted, a trigger recounts the actors of the notification. */
export class NotificationEvent extends NotificationEventSchema.class {}
NotificationEventSchema.setClass(NotificationEvent);

const PendingNotificationSchema = defineEntity({
  name: 'PendingNotification',
  tableName: 'pending_notifications',
  properties: {
    id: id(),
    recipientId: p.bigint('number').columnType('bigint'),
    kind: p.text(),
    actorId: p.bigint('number').columnType('bigint'),
    postId: p.bigint('number').columnType('bigint').nullable(),
    commentId: p.bigint('number').columnType('bigint').nullable(),
    createdAt: insertTime(),
  },
  indexes: [{ name: 'pending_notifications_actor', properties: ['actorId'] }],
});

/**
 * A notification that is delivered with the next batch, within a second. The SQL function `notify_member` inserts a row in the
 * transaction of the cause. The table has no foreign keys, because the delivery checks whether the cause still exists.
 */
export class PendingNotification extends PendingNotificationSchema.class {}
PendingNotificationSchema.setClass(PendingNotification);

const NotificationSettingsSchema = defineEntity({
  name: 'NotificationSettings',
  tableName: 'notification_settings',
  properties: {
    user: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** Whether bell, badges and pushes are switched on. */
    enabled: p.boolean().default(true),
    messages: p.boolean().default(true),
    tags: p.boolean().default(true),
    followers: p.boolean().default(true),
    likes: p.boolean().default(true),
    comments: p.boolean().default(true),
    joins: p.boolean().default(true),
    events: p.boolean().default(true),
    birthdays: p.boolean().default(true),
  },
});

/** A member's notification settings; a member who never changed them has no row. The SQL function `wants_notification` applies them. */
export class NotificationSettings extends NotificationSettingsSchema.class {}
NotificationSettingsSchema.setClass(NotificationSettings);
