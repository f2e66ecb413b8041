import * as z from 'zod/mini';
import { count, id, key, pageInput, time } from './common.ts';
import { event } from './events.ts';
import { userSummary } from './users.ts';

export const notificationKind = z.enum([
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
]);

/**
 * A notification about one or several events: `actors` contains the newest three members, `actorsCount` counts all ("Ann and 3
 * others liked…"). The kinds about the recipient's own reports, log-ins, webhooks and password have no actors.
 */
export const notification = z.object({
  notificationId: id,
  kind: notificationKind,
  actors: z.array(userSummary),
  actorsCount: count,
  /** The post that the notification is about. `imageUrl` is the address of its picture in the smallest size. */
  post: z.nullable(z.object({ postId: id, caption: z.string(), imageUrl: z.nullable(z.string()) })),
  /**
   * The newest comment's text for the kinds `comment` and `reply`, and for a mention in a comment; for `commentLike` the
   * recipient's own comment.
   */
  excerpt: z.nullable(z.string()),
  /** When the event takes place that a reminder is about; null for other kinds. */
  event: z.nullable(z.pick(event, { startsAt: true, endsAt: true, timeZone: true })),
  createdAt: time,
  read: z.boolean(),
  /** When the notification was marked as read; null if unread. */
  readAt: z.nullable(time),
});
export type NotificationView = z.output<typeof notification>;

export const notificationsRead = z.object({ readAt: time });

/** The input for listing the actors of one of the caller's grouped notifications: the people who caused it. */
export const notificationActorsInput = z.extend(pageInput, { notificationId: id });
export const notificationsInput = z.extend(pageInput, { kind: z.optional(notificationKind) });

/**
 * The notification settings, for all of the member's devices. With `enabled` off, notifications are listed without bell, badges
 * and pushes.
 */
export const notificationSettings = z.object({
  enabled: z.boolean(),
  messages: z.boolean(),
  tags: z.boolean(),
  followers: z.boolean(),
  likes: z.boolean(),
  comments: z.boolean(),
  /** Whether the member is notified of who joined by the member's own invitation. */
  joins: z.boolean(),
  /** Reminders of events that the member has answered with yes or maybe, and what changes about them. */
  events: z.boolean(),
  /** Whether the member is notified of friends' birthdays. */
  birthdays: z.boolean(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

const switchState = z.optional(z.boolean(key('invalid-input')));

export const changeNotificationSettings = z.object({
  enabled: switchState,
  messages: switchState,
  tags: switchState,
  followers: switchState,
  likes: switchState,
  comments: switchState,
  joins: switchState,
  events: switchState,
  birthdays: switchState,
});
