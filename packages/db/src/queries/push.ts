import type { Chat, Notification, PushSent, PushSubscription, User } from '../entities/index.ts';
import type { Columns, Plain, Present } from '../rows.ts';
import { statement } from '../statement.ts';
import type { UserRow } from './users.ts';

/** A device. `position` is the position of the last push with the requested tag that was sent to the device. */
export type DeviceRow = { session_id: string } & Columns<
  PushSubscription,
  'endpoint' | 'p256dh' | 'auth' | 'language'
> &
  Columns<PushSent, 'position'>;

/** The sender's or actor's name and picture. */
type Face = Present<User, 'userName'> & Columns<User, 'pictureKey'>;
type Device = [session: string, endpoint: string];
type Subject = [user: number, id: number];
/**
 * The position of a push among the pushes with the same tag, such as the id of the newest message. A device gets a push only if
 * its position is higher than that of the last push that the device got.
 */
type Position = Columns<PushSent, 'position'>;

/** Statements that read or write devices, and statements that read what to push, as the recipient may see it at that moment. */
export const pushQueries = {
  subscribe: statement<
    [
      session: string,
      user: number,
      endpoint: string,
      p256dh: string,
      auth: string,
      language: Plain<PushSubscription['language']> | null,
      max: number,
    ],
    { session_id: string }
  >('push/subscribe'),
  devices: statement<[user: number, tag: string, session: string | null], DeviceRow>('push/devices'),
  recordSent: statement<[...Device, tag: string, position: number], never>('push/recordSent'),
  failed: statement<[...Device, max: number], never>('push/failed'),
  message: statement<Subject, Face & { unread_count: number; request: boolean } & Position>('push/message'),
  chat: statement<Subject, Columns<Chat, 'name'> & Face & { unread_count: number; mentions: boolean } & Position>(
    'push/chat',
  ),
  chatMembers: statement<[group: number], { id: number }>('push/chatMembers'),
  notification: statement<
    Subject,
    Columns<Notification, 'kind' | 'post' | 'actorsCount'> & { actors: UserRow[] } & Position
  >('push/notification'),
  request: statement<Subject, Face & Position>('push/request'),
};
