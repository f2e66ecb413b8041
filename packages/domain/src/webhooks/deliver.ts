import { now, type Webhook, WebhookDelivery, webhookQueries } from '@kith/db';
import { announceNotification } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { decryptSecret } from '../encryption.ts';
import type { JobPayloads } from '../jobs.ts';
import { queueRecordedJobs, recordJobs } from '../pendingJobs.ts';
import type { OutboundClient } from '../ports.ts';
import { readSubject } from './readSubject.ts';
import { signatureHeaders } from './sign.ts';
import { deliveryId, ownerId } from './webhooks.ts';

type Payload = JobPayloads['webhooks.deliver'];

/** The pauses in seconds after each failed attempt: a day in all. */
const retryDelays = [10, 60, 300, 1_800, 7_200, 14_400, 28_800, 34_200];

/** The maximum pause that a receiver may ask for, in seconds. */
const maxRetryDelay = 3_600;

interface Outcome {
  status: number | null;
  delivered: boolean;
  /** Seconds until the next attempt; null if there is none. */
  next: number | null;
  off: 'gone' | 'inside' | null;
}

async function send(
  ctx: Context,
  outbound: OutboundClient,
  webhook: Webhook,
  id: string,
  body: string,
  attempt: number,
): Promise<Outcome> {
  const secret = await decryptSecret(ctx, 'webhooks', ownerId(webhook.user?.id), webhook.secret);
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Kith (${ctx.settings.publicUrl})`,
    ...signatureHeaders(secret, id, body, ctx.clock.now()),
  };
  const answer = await outbound.request({ method: 'POST', url: webhook.url, headers, body });
  const delay = retryDelays[attempt] ?? null;
  if ('failed' in answer) {
    const inside = answer.failed === 'inside';
    const minDelay = answer.failed === 'paused' ? answer.seconds : 0;
    const next = inside || delay === null ? null : Math.max(delay, minDelay);
    return { status: null, delivered: false, next, off: inside ? 'inside' : null };
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { status, delivered: true, next: null, off: null };
  if (status === 410) return { status, delivered: false, next: null, off: 'gone' };
  const requestedDelay = Math.min(retryAfter ?? 0, maxRetryDelay);
  return { status, delivered: false, next: delay === null ? null : Math.max(delay, requestedDelay), off: null };
}

/**
 * Sends an event to its webhook, with what the webhook's owner may see now, and records the answer and the next attempt. A job
 * that runs twice sends the same `webhook-id`, by which receivers recognise the repetition.
 */
export async function deliverWebhook(
  ctx: Context,
  outbound: OutboundClient,
  { deliveryId: id, attempt }: Payload,
): Promise<void> {
  const owned = [{ user: null }, { user: { disabledAt: null, deletedAt: null } }];
  const due = { id, tries: attempt, nextAt: { $ne: null }, webhook: { offSince: null, $or: owned } };
  const delivery = await ctx.db.em().findOne(WebhookDelivery, due, { populate: ['webhook'] });
  if (!delivery) return;
  const { event, subjectId, webhook } = delivery;
  const data = await readSubject(ctx, event, ownerId(webhook.user?.id), subjectId);
  if (data === null) return void (await ctx.db.em().nativeDelete(WebhookDelivery, { id }));
  const body = JSON.stringify({ type: event, timestamp: delivery.createdAt.toISOString(), data });
  const { status, delivered, next, off } = await send(ctx, outbound, webhook, deliveryId(delivery), body, attempt);
  const [done] = await ctx.db.run(webhookQueries.attempted, [id, attempt, status, delivered, next, off]);
  if (!done?.reason) return;
  if (webhook.user) return void announceNotification(ctx, webhook.user.id);
  const { webhook_id: webhookId, reason } = done;
  ctx.log.warn({ webhookId, reason }, 'a webhook of the server is switched off: npm run kith -- webhook list');
}

/** The maximum number of deliveries that one run resumes. */
const batch = 500;

/** Records new jobs for deliveries whose job was lost. The queue ignores jobs that it still has. */
export async function resumeWebhooks(ctx: Context): Promise<void> {
  const lost = { nextAt: { $lt: now(-300) }, webhook: { offSince: null } };
  const first = { populate: ['webhook'], orderBy: { id: 'asc' }, limit: batch } as const;
  const deliveries = await ctx.db.em().find(WebhookDelivery, lost, first);
  if (deliveries.length === 0) return;
  const payloads = deliveries.map(({ id, tries, webhook }) => ({
    ownerId: ownerId(webhook.user?.id),
    deliveryId: id,
    attempt: tries,
  }));
  await recordJobs(ctx.db, 'webhooks.deliver', payloads);
  await queueRecordedJobs(ctx);
}
