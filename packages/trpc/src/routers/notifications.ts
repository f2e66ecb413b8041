import * as contract from '@kith/contracts';
import {
  changeNotificationSettings,
  countUnreadNotifications,
  listNotificationActors,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';
import { pushProcedures } from './push.ts';

export const notifications = router({
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /notifications',
      summary: 'Lists the caller’s notifications, newest first.',
      list: contract.notification,
    })
    .input(contract.notificationsInput)
    .query(({ ctx, input }) => listNotifications(ctx.domain, ctx.actor, input)),
  actors: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /notifications/:notificationId/actors',
      summary: 'Lists the members whose actions one grouped notification summarises, most recent first.',
      list: contract.userListItem,
    })
    .input(contract.notificationActorsInput)
    .query(({ ctx, input }) => listNotificationActors(ctx.domain, ctx.actor, input)),
  unreadCount: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /notifications/unread',
      summary: 'Counts the caller’s unread notifications.',
      data: contract.countOf,
    })
    .query(({ ctx }) => countUnreadNotifications(ctx.domain, ctx.actor)),
  markAllRead: protectedProcedure
    .meta({
      scope: 'write',
      rest: 'POST /notifications/read',
      summary: 'Marks all of the caller’s notifications as read.',
      data: contract.notificationsRead,
    })
    .mutation(({ ctx }) => markNotificationsRead(ctx.domain, ctx.actor)),
  settings: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /notifications/settings',
      summary: 'Returns the caller’s notification settings, which apply to all devices.',
      data: contract.notificationSettings,
    })
    .query(({ ctx }) => readNotificationSettings(ctx.domain, ctx.actor)),
  changeSettings: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'profile',
      rest: 'PATCH /notifications/settings',
      summary: 'Changes the given notification settings. The others stay.',
      data: contract.notificationSettings,
    })
    .input(contract.changeNotificationSettings)
    .mutation(({ ctx, input }) => changeNotificationSettings(ctx.domain, ctx.actor, input)),
  ...pushProcedures,
});
