import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Notifications and their settings. */
export const notificationDoors: Door[] = [
  {
    method: 'GET',
    url: '/notifications/settings',
    summary: 'What the caller wants to be told of, on all their devices.',
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
];
