import type { NotificationView, Page } from '@kith/contracts';
import { type NotificationRow, notificationQueries } from '@kith/db';
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
  read: row.read,
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
export async function countUnreadNotifications(ctx: Context, actor: Actor): Promise<{ count: number }> {
  const [row] = await ctx.db.run(notificationQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}

/** Marks all of the caller's notifications read. */
export async function markNotificationsRead(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.run(notificationQueries.markAllRead, [actor.userId]);
}
