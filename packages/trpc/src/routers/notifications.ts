import * as contract from '@kith/contracts';
import {
  changeNotificationSettings,
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
  readPushKey,
  subscribeDevice,
  unsubscribeDevice,
} from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const notifications = router({
  list: signedIn
    .input(contract.notificationsInput)
    .query(({ ctx, input }) => listNotifications(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn.query(({ ctx }) => countUnreadNotifications(ctx.domain, ctx.actor)),
  markAllRead: signedIn.mutation(({ ctx }) => markNotificationsRead(ctx.domain, ctx.actor)),
  settings: signedIn.query(({ ctx }) => readNotificationSettings(ctx.domain, ctx.actor)),
  changeSettings: limited('profile')
    .input(contract.changeNotificationSettings)
    .mutation(({ ctx, input }) => changeNotificationSettings(ctx.domain, ctx.actor, input)),
  pushKey: signedIn.query(({ ctx }) => readPushKey(ctx.domain)),
  subscribe: limited('profile')
    .input(contract.pushSubscriptionInput)
    .mutation(({ ctx, input }) => subscribeDevice(ctx.domain, ctx.actor, input)),
  unsubscribe: signedIn.mutation(({ ctx }) => unsubscribeDevice(ctx.domain, ctx.actor)),
});
