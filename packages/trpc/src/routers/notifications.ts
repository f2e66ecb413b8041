import * as contract from '@kith/contracts';
import {
  changeNotificationSettings,
  countUnreadNotifications,
  listNotificationActors,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
} from '@kith/domain';
import { router, signedIn } from '../trpc.ts';
import { pushProcedures } from './push.ts';

export const notifications = router({
  list: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /notifications',
      summary: 'The caller’s notifications, newest first.',
      list: contract.notification,
    })
    .input(contract.notificationsInput)
    .query(({ ctx, input }) => listNotifications(ctx.domain, ctx.actor, input)),
  actors: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /notifications/:notificationId/actors',
      summary: 'Everybody of one grouped notification.',
      list: contract.userListItem,
    })
    .input(contract.notificationActorsInput)
    .query(({ ctx, input }) => listNotificationActors(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /notifications/unread',
      summary: 'How many notifications the caller has not read.',
      data: contract.countOf,
    })
    .query(({ ctx }) => countUnreadNotifications(ctx.domain, ctx.actor)),
  markAllRead: signedIn
    .meta({
      scope: 'write',
      rest: 'POST /notifications/read',
      summary: 'Marks all of the caller’s notifications as read.',
      data: contract.notificationsRead,
    })
    .mutation(({ ctx }) => markNotificationsRead(ctx.domain, ctx.actor)),
  settings: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /notifications/settings',
      summary: 'What the caller wants to be notified of, on all their devices.',
      data: contract.notificationSettings,
    })
    .query(({ ctx }) => readNotificationSettings(ctx.domain, ctx.actor)),
  changeSettings: signedIn
    .meta({
      scope: 'write',
      limit: 'profile',
      rest: 'PATCH /notifications/settings',
      summary: 'Changes the switches that are given, and leaves the others.',
      data: contract.notificationSettings,
    })
    .input(contract.changeNotificationSettings)
    .mutation(({ ctx, input }) => changeNotificationSettings(ctx.domain, ctx.actor, input)),
  ...pushProcedures,
});
