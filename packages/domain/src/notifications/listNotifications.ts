import type { NotificationView, Page } from '@kith/contracts';
import { notificationQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor, toPage } from '../cursor.ts';
import { notificationView } from './notificationView.ts';

/** The caller's notifications, newest first, all or of one kind. */
export async function listNotifications(
  ctx: Context,
  actor: Actor,
  input: PageInput & { kind?: NotificationView['kind'] | undefined },
): Promise<Page<NotificationView>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(notificationQueries.list, [actor.userId, at, id, input.limit + 1, input.kind ?? null]);
  return toPage(
    rows,
    input.limit,
    (row) => notificationView(ctx.settings, row),
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
