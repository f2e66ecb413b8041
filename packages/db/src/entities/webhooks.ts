import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time, uniqueIndex } from './columns.ts';

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: id(),
    /** Null for a webhook of the server, which its operator created. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    url: p.text(),
    /** The signing key, encrypted with a key of the server. */
    secret: p.text(),
    createdAt: insertTime(),
    /** The time of the last successful delivery. */
    succeededAt: time().nullable(),
    /** When the webhook was switched off; null while it is on. */
    offSince: time().nullable(),
    offReason: p.enum(['gone', 'inside', 'failing'] as const).nullable(),
    /** When the owner was mailed that the webhook was switched off. */
    mailedAt: time().nullable(),
  },
  checks: [
    { name: 'webhooks_url_check', expression: 'length(url) <= 1000' },
    { name: 'webhooks_off_check', expression: '(off_since is null) = (off_reason is null)' },
  ],
  indexes: [{ name: 'webhooks_user', properties: ['user'] }],
});

/** An address that is notified of events by signed requests. */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: id(),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    event: p.text(),
    /** The id of the row that the event is about, such as a message; each attempt reads that row anew. 0 for a test. */
    subjectId: p.bigint('number'),
    createdAt: insertTime(),
    /** The number of completed attempts. */
    tries: p.integer().default(0),
    /** The HTTP status of the last response; null if there was none. */
    status: p.integer().nullable(),
    answeredAt: time().nullable(),
    /** When the next attempt is due; null once the event is delivered or given up. */
    nextAt: time().nullable().defaultRaw('now()'),
  },
  indexes: [
    index('webhook_deliveries_webhook', 'webhook_deliveries (webhook_id, id desc)'),
    index('webhook_deliveries_waiting', 'webhook_deliveries (webhook_id, next_at) where next_at is not null'),
    index('webhook_deliveries_created', 'webhook_deliveries (created_at)'),
    uniqueIndex(
      'webhook_deliveries_message',
      `webhook_deliveries (webhook_id, subject_id) where event = 'message.sent'`,
    ),
  ],
});

/** One event for one webhook, with the response to the last attempt. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
