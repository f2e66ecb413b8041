import type { NotificationSettings, NotificationView, Page } from '@kith/contracts';
import {
  accountQueries,
  type Database,
  type NotificationRow,
  notificationQueries,
  NotificationSettings as Settings,
} from '@kith/db';
import { afterCommit, announce, announceNotification } from './afterCommit.ts';
import { refuseMissing } from './auth/actor.ts';
import type { Actor, Context, DomainSettings } from './context.ts';
import { idCursor, type PageInput, timeCursor } from './cursor.ts';
import { eventTimes } from './events/eventView.ts';
import { type PictureAddresses, pictureAddresses } from './images/pictureAddresses.ts';
import { lock } from './locks.ts';
import { postImageUrl, smallImage, userListItem, userSummary } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

export const notificationView = (
  settings: DomainSettings,
  address: PictureAddresses,
  row: NotificationRow,
): NotificationView => ({
  notificationId: row.id,
  kind: row.kind,
  actors: row.actors.map((actor) => userSummary(settings, actor)),
  actorsCount: row.actors_count,
  post:
    row.post_id === null || row.caption === null
      ? null
      : {
          postId: row.post_id,
          caption: row.caption,
          imageUrl: postImageUrl(
            row.image_key === null ? null : address(row.image_key, row.image_public ?? false),
            row.image_widths,
            smallImage,
          ),
        },
  excerpt: row.excerpt,
  event: row.event && eventTimes(row.event),
  createdAt: row.updated_at,
  read: row.read_at !== null,
  readAt: row.read_at,
});

/** The maximum number of pending notifications that one statement delivers. */
const batch = 500;

/**
 * Delivers all pending notifications whose cause still exists, many of them with one statement. Only one delivery runs at a time
 * in all processes, because a second one would not see the events of the first and would count their actors twice.
 */
export async function deliverNotifications(ctx: Context): Promise<void> {
  for (let rows = batch; rows === batch; ) {
    const delivered = await ctx.db.transaction(async (tx) => {
      await lock(tx, 'delivery');
      const [each] = await tx.run(notificationQueries.deliver, [batch]);
      return each;
    });
    rows = delivered?.rows ?? 0;
    void announceNotification(ctx, ...(delivered?.recipients ?? []));
  }
}

/** The databases for which this process has scheduled a delivery. */
const scheduledDeliveries = new WeakSet<Database>();

/**
 * The last delivery of this process to each database. The next delivery waits for it, so that deliveries occupy only one
 * connection.
 */
const runningDeliveries = new WeakMap<Database, Promise<void>>();

/**
 * Schedules the delivery of the notifications that were just committed, in a batch with notifications that follow soon. If the
 * process dies before the delivery, the scheduled relay delivers them.
 */
export async function scheduleDelivery(ctx: Context): Promise<void> {
  const deliver = () => afterCommit(ctx, 'notifications', () => deliverNotifications(ctx));
  if (ctx.settings.notifyAfter === 0) return deliver();
  if (scheduledDeliveries.has(ctx.db)) return;
  scheduledDeliveries.add(ctx.db);
  const timer = setTimeout(async () => {
    await runningDeliveries.get(ctx.db);
    scheduledDeliveries.delete(ctx.db);
    runningDeliveries.set(ctx.db, deliver());
  }, ctx.settings.notifyAfter);
  timer.unref();
}

/** The kinds that are listed if `kind` is requested: `like` also lists likes of comments, and `comment` also lists replies. */
const kindsOf = (kind: NotificationView['kind']): string[] =>
  kind === 'like' ? ['like', 'commentLike'] : kind === 'comment' ? ['comment', 'reply'] : [kind];

/** The caller's notifications, newest first, all or of one kind. */
export async function listNotifications(
  ctx: Context,
  actor: Actor,
  input: PageInput & { kind?: NotificationView['kind'] | undefined },
): Promise<Page<NotificationView>> {
  const address = await pictureAddresses(ctx);
  const kinds = input.kind ? kindsOf(input.kind) : null;
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => ctx.db.run(notificationQueries.list, [actor.userId, at, id, rows, kinds]),
    view: (row) => notificationView(ctx.settings, address, row),
    keyOf: (row) => [row.updated_at, row.id],
  });
}

/** The actors of one of the caller's grouped notifications, most recent first; empty for another member's notification. */
export const listNotificationActors = (ctx: Context, actor: Actor, input: PageInput & { notificationId: number }) =>
  visiblePage(input, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(notificationQueries.actors, [actor.userId, input.notificationId, before, rows]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.key_id],
  });

/** The number of the caller's unread notifications, counted up to 100; 0 if the caller switched notifications off. */
export async function countUnreadNotifications(ctx: Context, actor: Pick<Actor, 'userId'>): Promise<{ count: number }> {
  const [row] = await ctx.db.run(notificationQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}

/** Marks all of the caller's notifications as read; returns the time. */
export async function markNotificationsRead(ctx: Context, actor: Actor): Promise<{ readAt: string }> {
  const [row] = await ctx.db.run(notificationQueries.markAllRead, [actor.userId]);
  return { readAt: row?.read_at ?? ctx.clock.now().toISOString() };
}

const allOn: NotificationSettings = {
  enabled: true,
  messages: true,
  tags: true,
  followers: true,
  likes: true,
  comments: true,
  joins: true,
  events: true,
  birthdays: true,
};

const settingsView = (settings: NotificationSettings): NotificationSettings => ({
  enabled: settings.enabled,
  messages: settings.messages,
  tags: settings.tags,
  followers: settings.followers,
  likes: settings.likes,
  comments: settings.comments,
  joins: settings.joins,
  events: settings.events,
  birthdays: settings.birthdays,
});

/** The caller's notification settings; each is on by default. */
export async function readNotificationSettings(ctx: Context, actor: Actor): Promise<NotificationSettings> {
  const settings = await ctx.db.em().findOne(Settings, { user: actor.userId });
  return settingsView(settings ?? allOn);
}

/** Changes the given notification settings and publishes that to the caller's other devices. Throws `unauthenticated`. */
export async function changeNotificationSettings(
  ctx: Context,
  actor: Actor,
  input: { [S in keyof NotificationSettings]?: boolean | undefined },
): Promise<NotificationSettings> {
  const settings = await ctx.db.transaction(async (tx) => {
    const [account] = await tx.run(accountQueries.activeActor, [actor.userId]);
    if (!account) return refuseMissing(ctx, actor);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    return settingsView(await tx.em().upsert(Settings, { user: actor.userId, ...given }));
  });
  void announce(ctx, { name: 'settings.changed', to: [actor.userId], payload: { userId: actor.userId } });
  return settings;
}
