import type { Image, Notification, NotificationEvent, Post, User } from '../entities/index.ts';
import type { Columns, Examined, Joined } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { UserListRow, UserRow } from './users.ts';

export type NotificationRow = Columns<Notification, 'id' | 'kind' | 'actorsCount' | 'updatedAt' | 'readAt' | 'post'> &
  Joined<Post, 'caption'> &
  Joined<Image, 'key' | 'widths', 'image_'> & {
    image_public: boolean | null;
    actors: UserRow[];
    excerpt: string | null;
  };

/** Statements about notifications. */
export const notificationQueries = {
  list: statement<
    [user: number, at: string, id: number, rows: number, kinds: readonly string[] | null],
    NotificationRow & Examined
  >('notifications/list'),
  actors: list<
    [user: number, notification: number, before: number, rows: number],
    UserListRow & { key_id: NotificationEvent['id'] } & Examined
  >('notifications/actors'),
  unreadCount: statement<[user: number], { count: number }>('notifications/unreadCount'),
  lockDelivery: statement<[], { locked: string }>('notifications/lockDelivery'),
  deliver: statement<[rows: number], { recipients: User['id'][]; rows: number }>('notifications/deliver'),
  markAllRead: statement<[user: number], { read_at: string }>('notifications/markAllRead'),
};
