import * as z from 'zod/mini';
import { count, id, pageInput, time } from './common.ts';
import { userSummary } from './users.ts';

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
});
export type NotificationView = z.output<typeof notification>;
export const notificationsInput = z.extend(pageInput, { kind: z.optional(notificationKind) });
