import { notificationsInput } from '@kith/contracts';
import { countUnreadNotifications, listNotifications, markNotificationsRead } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const notifications = router({
  list: signedIn.input(notificationsInput).query(({ ctx, input }) => listNotifications(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn.query(({ ctx }) => countUnreadNotifications(ctx.domain, ctx.actor)),
  markAllRead: signedIn.mutation(({ ctx }) => markNotificationsRead(ctx.domain, ctx.actor)),
});
