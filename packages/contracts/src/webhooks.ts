import * as z from 'zod/mini';
import { count, id, isExternalUrl, key, printable, time } from './common.ts';
import { maxLengths } from './lengths.ts';
import { reportedKind, reportReason } from './moderation.ts';
import { notificationKind } from './notifications.ts';
import { userSummary } from './users.ts';

/** The maximum number of webhooks of each member, and of the server's own webhooks. */
export const maxWebhooks = 5;

export const webhookInput = z.object({
  url: z
    .string(key('outside-address'))
    .check(
      z.trim(),
      z.maxLength(maxLengths.address, key('outside-address')),
      printable('outside-address'),
      z.refine(isExternalUrl, key('outside-address')),
    ),
});
export const webhookById = z.object({ webhookId: id });

/** An event that was or will be sent to a webhook. */
export const webhookDelivery = z.object({
  /** The header `webhook-id`, the same for each attempt. */
  deliveryId: z.string(),
  event: z.string(),
  createdAt: time,
  /** The number of completed attempts to deliver the event. */
  tries: count,
  /** The HTTP status of the last response; null if there was none. */
  status: z.nullable(z.int()),
  answeredAt: z.nullable(time),
  /** When the next attempt is due; null once the event is delivered or given up. */
  nextAt: z.nullable(time),
});
export type WebhookDeliveryView = z.output<typeof webhookDelivery>;

export const webhook = z.object({
  webhookId: id,
  url: z.string(),
  createdAt: time,
  /** When the webhook was switched off; null while it is on. */
  offSince: z.nullable(time),
  /** `gone`: the address responds with 410; `inside`: it is in a private network; `failing`: nothing was delivered for a day. */
  offReason: z.nullable(z.enum(['gone', 'inside', 'failing'])),
  /** The newest ten deliveries of the webhook. */
  deliveries: z.array(webhookDelivery),
});
export type WebhookView = z.output<typeof webhook>;
/** The response to creating a webhook, the only one that contains the secret. */
export const createdWebhook = z.extend(webhook, { secret: z.string() });
export type CreatedWebhook = z.output<typeof createdWebhook>;

/**
 * The body's `data` for each `type` of event. It says what happened and to whom, without any text that members wrote. A receiver
 * can read the texts through REST, with the permissions that it has at that moment.
 */
export const webhookEvents = {
  /** A notification was created, or has another actor. */
  'notification.created': z.object({
    notificationId: id,
    kind: notificationKind,
    /** The newest three actors. */
    actors: z.array(userSummary),
    actorsCount: count,
    postId: z.nullable(id),
    createdAt: time,
  }),
  /** A member requests to follow the owner of the webhook. */
  'follow.asked': z.object({ user: userSummary, createdAt: time }),
  'message.sent': z.object({
    messageId: id,
    chatId: id,
    sender: userSummary,
    /** Whether the message is in a chat that a stranger has started and the receiver has not accepted. */
    request: z.boolean(),
    createdAt: time,
  }),
  /** Only for webhooks of the server: a new member signed up. */
  'user.created': z.object({ user: userSummary, createdAt: time }),
  /** Only for webhooks of the server: a report waits for moderators. */
  'report.created': z.object({ caseId: id, kind: reportedKind, reason: reportReason, createdAt: time }),
  /** Only for webhooks of the server: a new post that everybody may see. */
  'post.created': z.object({ postId: id, user: userSummary, createdAt: time }),
  /** Sent when the owner of a webhook tests it. */
  'webhook.test': z.object({}),
};
export type WebhookEvent = keyof typeof webhookEvents;
export type WebhookData = { [E in WebhookEvent]: z.output<(typeof webhookEvents)[E]> };
