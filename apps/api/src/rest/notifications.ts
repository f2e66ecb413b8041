import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of notifications and their settings. */
export const notificationEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/notifications/settings',
    summary: 'What the caller wants to be notified of, on all their devices.',
    procedure: (caller) => caller.notifications.settings as never,
    output: contract.notificationSettings,
  },
  {
    method: 'PATCH',
    url: '/notifications/settings',
    summary: 'Changes the switches that are given, and leaves the others.',
    procedure: (caller) => caller.notifications.changeSettings,
    input: contract.changeNotificationSettings,
    output: contract.notificationSettings,
  },
  {
    method: 'GET',
    url: '/notifications',
    summary: 'The caller’s notifications, newest first.',
    procedure: (caller) => caller.notifications.list,
    input: contract.notificationsInput,
    output: contract.notification,
    list: true,
  },
  {
    method: 'GET',
    url: '/notifications/unread',
    summary: 'How many notifications the caller has not read.',
    procedure: (caller) => caller.notifications.unreadCount as never,
    output: contract.countOf,
  },
  {
    method: 'POST',
    url: '/notifications/read',
    summary: 'Marks all of the caller’s notifications as read.',
    procedure: (caller) => caller.notifications.markAllRead as never,
    output: contract.notificationsRead,
  },
  {
    method: 'GET',
    url: '/notifications/:notificationId/actors',
    summary: 'Everybody of one grouped notification.',
    procedure: (caller) => caller.notifications.actors,
    input: contract.notificationActorsInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'GET',
    url: '/push/key',
    summary: 'The public key that a browser subscribes to pushes with.',
    procedure: (caller) => caller.notifications.pushKey as never,
    output: contract.pushKey,
  },
  {
    method: 'POST',
    url: '/push/subscriptions',
    summary: 'Sends pushes to this device, until its session ends.',
    procedure: (caller) => caller.notifications.subscribe,
    input: contract.pushSubscriptionInput,
  },
  {
    method: 'DELETE',
    url: '/push/subscriptions',
    summary: 'Sends this device no more pushes.',
    procedure: (caller) => caller.notifications.unsubscribe as never,
  },
  {
    method: 'POST',
    url: '/stream/watching',
    summary: 'What a stream is to bring beside: likes and comments of these posts, and new rankings.',
    procedure: (caller) => caller.live.watch,
    input: contract.watchInput,
  },
];
