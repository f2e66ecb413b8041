import * as z from 'zod/mini';
import { count, id, key, pageInput, time } from './common.ts';
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
]);

/**
 * One grouped entry: `actors` holds the newest three, `actorsCount` all ("Ann and 3 others liked…"). The two about the
 * recipient's own reports are of nobody.
 */
export const notification = z.object({
  notificationId: id,
  kind: notificationKind,
  actors: z.array(userSummary),
  actorsCount: count,
  /** `imageUrl` is the smallest size, for a row. */
  post: z.nullable(z.object({ postId: id, caption: z.string(), imageUrl: z.nullable(z.string()) })),
  /** The newest comment's text for kinds `comment` and `reply`, and of a mention in one; for `commentLike` the recipient's own. */
  excerpt: z.nullable(z.string()),
  createdAt: time,
  read: z.boolean(),
  /** When it was marked read; null while it is not. */
  readAt: z.nullable(time),
});
export type NotificationView = z.output<typeof notification>;

/** Who is grouped in one of the caller's notifications. */
export const notificationActorsInput = z.extend(pageInput, { notificationId: id });
export const notificationsInput = z.extend(pageInput, { kind: z.optional(notificationKind) });

/** The switches, of every device of the member at once. Off, `enabled` silences bell, badges and pushes, and the rest waits. */
export const notificationSettings = z.object({
  enabled: z.boolean(),
  messages: z.boolean(),
  tags: z.boolean(),
  followers: z.boolean(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

const switched = z.optional(z.boolean(key('invalid-input')));

export const changeNotificationSettings = z.object({
  enabled: switched,
  messages: switched,
  tags: switched,
  followers: switched,
});
