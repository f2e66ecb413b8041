import { statement } from '../statement.ts';
import type { NotificationRow } from './rows.ts';

/** Statements that read or write notifications. */
export const notificationQueries = {
  list: statement<[member: number, at: string, id: number, rows: number, kind: string | null], NotificationRow>(
    'notifications/list',
  ),
  unreadCount: statement<[member: number], { count: number }>('notifications/unreadCount'),
  markAllRead: statement<[member: number], { id: number }>('notifications/markAllRead'),
};
