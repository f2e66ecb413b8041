import * as contract from '@kith/contracts';
import {
  changeNotificationSettings,
  countUnreadNotifications,
  listNotificationActors,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
} from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';
import { pushProcedures } from './push.ts';

export const notifications = router({
  list: signedIn
    .input(contract.notificationsInput)
    .query(({ ctx, input }) => listNotifications(ctx.domain, ctx.actor, input)),
  actors: signedIn
    .input(contract.notificationActorsInput)
    .query(({ ctx, input }) => listNotificationActors(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn.query(({ ctx }) => countUnreadNotifications(ctx.domain, ctx.actor)),
  markAllRead: signedIn.mutation(({ ctx }) => markNotificationsRead(ctx.domain, ctx.actor)),
  settings: signedIn.query(({ ctx }) => readNotificationSettings(ctx.domain, ctx.actor)),
  changeSettings: limited('profile')
    .input(contract.changeNotificationSettings)
    .mutation(({ ctx, input }) => changeNotificationSettings(ctx.domain, ctx.actor, input)),
  ...pushProcedures,
});
