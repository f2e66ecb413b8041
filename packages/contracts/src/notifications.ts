import * as z from 'zod/mini';
import { count, id, key, pageInput, time } from './common.ts';
import { language, userSummary } from './users.ts';

export const notificationKind = z.enum(['follow', 'like', 'comment', 'mention', 'reportActed', 'reportKept']);

/**
 * One grouped entry: `actors` holds the newest three, `actorsCount` all ("Ann and 3 others liked…"). The two about the
 * recipient's own reports are of nobody.
 */
export const notification = z.object({
  notificationId: id,
  kind: notificationKind,
  actors: z.array(userSummary),
  actorsCount: count,
  post: z.nullable(z.object({ postId: id, caption: z.string(), imageUrl: z.nullable(z.string()) })),
  /** The newest comment's text for kind `comment`. */
  excerpt: z.nullable(z.string()),
  createdAt: time,
  read: z.boolean(),
  /** When it was marked read; null while it is not. */
  readAt: z.nullable(time),
});
export type NotificationView = z.output<typeof notification>;
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

/** An address of a push service: https on its usual port, by a name; the worker looks where the name leads. */
function isPushService(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url?.protocol === 'https:' &&
    `${url.port}${url.username}${url.password}` === '' &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname)
  );
}

const encoded = (pattern: RegExp) => z.string(key('invalid-input')).check(z.regex(pattern, key('invalid-input')));

/** What a browser's PushSubscription is as JSON: a point of P-256, uncompressed, and 16 bytes. */
export const pushSubscriptionInput = z.object({
  endpoint: z
    .string(key('invalid-input'))
    .check(z.maxLength(1_000, key('invalid-input')), z.refine(isPushService, key('invalid-input'))),
  keys: z.object({ p256dh: encoded(/^B[A-Za-z0-9_-]{86}$/), auth: encoded(/^[A-Za-z0-9_-]{21}[AQgw]$/) }),
  /** Of what is shown; as it was, or the member's, unless given. */
  language: z.optional(language),
});
