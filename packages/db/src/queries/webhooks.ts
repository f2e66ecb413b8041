import type { FollowRequest, Message, Notification, Post, User, Webhook, WebhookDelivery } from '../entities/index.ts';
import type { Columns, Plain, Present } from '../rows.ts';
import { statement } from '../statement.ts';
import type { UserRow } from './users.ts';

/** The member who sent a message or wrote a post. */
type Sender = Present<User, 'userName'> & Columns<User, 'pictureKey'>;

/** The owner of a webhook; null for the server's own webhooks. */
type Owner = number | null;

export type WebhookDeliveryRow = Columns<
  WebhookDelivery,
  'id' | 'webhook' | 'event' | 'createdAt' | 'tries' | 'status' | 'answeredAt' | 'nextAt'
>;
export type DueDeliveryRow = Columns<WebhookDelivery, 'id' | 'event' | 'subjectId' | 'createdAt'> &
  Columns<Webhook, 'url' | 'secret' | 'user'>;

/**
 * Statements about webhooks and their deliveries. Some of them read the post, comment or message of an event, and return no row
 * if the webhook's owner may not see it.
 */
export const webhookQueries = {
  lockServer: statement<[], { locked: string }>('webhooks/lockServer'),
  deliveries: statement<[owner: Owner, rows: number], WebhookDeliveryRow>('webhooks/deliveries'),
  test: statement<[owner: Owner, id: number], Columns<Webhook, 'id'> & { off: boolean }>('webhooks/test'),
  due: statement<[delivery: number, tries: number], DueDeliveryRow>('webhooks/due'),
  attempted: statement<
    [
      delivery: number,
      tries: number,
      status: number | null,
      delivered: boolean,
      nextSeconds: number | null,
      off: Plain<Webhook['offReason']>,
    ],
    { queued: number; mailed: number } & Columns<WebhookDelivery, 'webhook'> & { reason: string | null }
  >('webhooks/attempted'),
  resume: statement<[rows: number], unknown>('webhooks/resume'),
  ofChat: statement<[group: number, message: number], unknown>('webhooks/ofChat'),
  notification: statement<
    [user: number, id: number],
    Columns<Notification, 'id' | 'kind' | 'post' | 'actorsCount' | 'updatedAt'> & { actors: UserRow[] }
  >('webhooks/notification'),
  request: statement<[user: number, from: number], UserRow & Columns<FollowRequest, 'createdAt'>>('webhooks/request'),
  message: statement<
    [user: number, id: number],
    Columns<Message, 'id' | 'createdAt' | 'sender' | 'chat'> & Sender & { request: boolean }
  >('webhooks/message'),
  post: statement<[anonymous: number, id: number], Columns<Post, 'id' | 'createdAt' | 'author'> & Sender>(
    'webhooks/post',
  ),
};
