import type { NotificationSettings, NotificationView, Page } from '@kith/contracts';
import { type NotificationRow, notificationQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import { refuseNothingFound } from './auth/actor.ts';
import type { Actor, Context, DomainSettings } from './context.ts';
import { type PageInput, timeCursor, toPage } from './cursor.ts';
import { type PictureAddresses, pictureAddresses } from './images/pictureAddresses.ts';
import { postImageUrl, userSummary } from './users/userView.ts';

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
          ),
        },
  excerpt: row.kind === 'comment' ? row.excerpt : null,
  createdAt: row.updated_at,
  read: row.read_at !== null,
  readAt: row.read_at,
});

/** The caller's notifications, newest first, all or of one kind. */
export async function listNotifications(
  ctx: Context,
  actor: Actor,
  input: PageInput & { kind?: NotificationView['kind'] | undefined },
): Promise<Page<NotificationView>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(notificationQueries.list, [actor.userId, at, id, input.limit + 1, input.kind ?? null]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => notificationView(ctx.settings, address, row),
    (row) => [row.updated_at, row.id],
  );
}

/** How many notifications wait unread for the caller; counted up to 100. */
export async function countUnreadNotifications(ctx: Context, actor: Pick<Actor, 'userId'>): Promise<{ count: number }> {
  const [row] = await ctx.db.run(notificationQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}

/** Marks all of the caller's notifications read, and says when that was. */
export async function markNotificationsRead(ctx: Context, actor: Actor): Promise<{ readAt: string }> {
  const [row] = await ctx.db.run(notificationQueries.markAllRead, [actor.userId]);
  return { readAt: row?.read_at ?? ctx.clock.now().toISOString() };
}

/** What the caller wants to be told of. */
export async function readNotificationSettings(ctx: Context, actor: Actor): Promise<NotificationSettings> {
  const [row] = await ctx.db.run(notificationQueries.settings, [actor.userId]);
  return row ?? refuseNothingFound(ctx, actor);
}

/** Changes what is given of the caller's switches, and tells their other devices. Throws `unauthenticated`. */
export async function changeNotificationSettings(
  ctx: Context,
  actor: Actor,
  input: { [S in keyof NotificationSettings]?: boolean | undefined },
): Promise<NotificationSettings> {
  const { enabled = null, messages = null, tags = null, followers = null } = input;
  const [row] = await ctx.db.run(notificationQueries.changeSettings, [
    actor.userId,
    enabled,
    messages,
    tags,
    followers,
  ]);
  if (!row) return refuseNothingFound(ctx, actor);
  announce(ctx, { name: 'settings.changed', to: [actor.userId], payload: { userId: actor.userId } });
  return row;
}
