import { type CreatedWebhook, maxWebhooks, type WebhookDeliveryView, type WebhookView } from '@kith/contracts';
import { LockMode, type Transaction, Webhook, WebhookDelivery } from '@kith/db';
import { lockCaller } from '../auth/actor.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Context, KnownActor } from '../context.ts';
import { encryptSecret } from '../encryption.ts';
import { Refusal } from '../errors.ts';
import { appendToLog, type LogEntry } from '../host/hosts.ts';
import { lock } from '../locks.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { newWebhookSecret } from './sign.ts';

/** The owner of a webhook: a member with a session, or null for the server itself, whose webhooks the operator manages. */
export type WebhookOwner = KnownActor | null;

/** The owner's id, to which the encrypted secret is bound; 0 for the server. */
export const ownerId = (userId: number | null | undefined): number => userId ?? 0;

/** The number of latest deliveries in the list of each webhook. */
const maxDeliveriesListed = 10;

/** The value of the header `webhook-id`. The time keeps it unique even if ids are used again after a backup was restored. */
export const deliveryId = ({ id, createdAt }: WebhookDelivery): string => `msg_${id}_${createdAt.getTime()}`;

const deliveryView = (delivery: WebhookDelivery): WebhookDeliveryView => ({
  deliveryId: deliveryId(delivery),
  event: delivery.event,
  createdAt: delivery.createdAt.toISOString(),
  tries: delivery.tries,
  status: delivery.status ?? null,
  answeredAt: delivery.answeredAt?.toISOString() ?? null,
  nextAt: delivery.nextAt?.toISOString() ?? null,
});

const view = (webhook: Webhook, deliveries: WebhookDelivery[] = []): WebhookView => ({
  webhookId: webhook.id,
  url: webhook.url,
  createdAt: webhook.createdAt.toISOString(),
  offSince: webhook.offSince?.toISOString() ?? null,
  offReason: webhook.offReason ?? null,
  deliveries: deliveries.map(deliveryView),
});

/** Writes a change of a webhook of the server into the log of hosts, with the host alone: the rest of the URL may be a secret. */
async function logChange(tx: Transaction, owner: WebhookOwner, action: LogEntry['action'], url: string): Promise<void> {
  if (owner === null) await appendToLog(tx, null, { action, details: new URL(url).hostname });
}

/**
 * Creates a webhook. Its secret is stored encrypted, and only this response shows it. Throws `too-many-webhooks`, and for a
 * member `reauthentication-required`, `unauthenticated`, `email-unconfirmed`.
 */
export async function createWebhook(
  ctx: Context,
  owner: WebhookOwner,
  { url }: { url: string },
): Promise<CreatedWebhook> {
  const user = owner?.userId ?? null;
  const secret = newWebhookSecret();
  const stored = await encryptSecret(ctx, 'webhooks', ownerId(user), secret);
  return ctx.db.transaction(async (tx) => {
    if (owner === null) await lock(tx, 'serverWebhooks');
    else {
      if (!owner.emailConfirmed) throw new Refusal('email-unconfirmed');
      await lockCaller(tx, owner);
      await requireFreshAuthentication(ctx, owner, tx);
    }
    const em = tx.em();
    if ((await em.count(Webhook, { user })) >= maxWebhooks) throw new Refusal('too-many-webhooks');
    const webhook = em.create(Webhook, { user, url, secret: stored });
    await em.persist(webhook).flush();
    await logChange(tx, owner, 'webhook-added', url);
    return { ...view(webhook), secret };
  });
}

/** The owner's webhooks, each with its latest deliveries. */
export async function listWebhooks(ctx: Context, owner: WebhookOwner): Promise<{ items: WebhookView[] }> {
  const em = ctx.db.em();
  const webhooks = await em.find(Webhook, { user: owner?.userId ?? null }, { orderBy: { id: 'asc' } });
  const latest = { orderBy: { id: 'desc' }, limit: maxDeliveriesListed } as const;
  const items = webhooks.map(async (webhook) => view(webhook, await em.find(WebhookDelivery, { webhook }, latest)));
  return { items: await Promise.all(items) };
}

interface WebhookById {
  webhookId: number;
}

/** Deletes a webhook with its pending deliveries. Throws `not-found`, also for another owner's webhook. */
export const removeWebhook = (ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const owned = { id: webhookId, user: owner?.userId ?? null };
    const webhook = await tx.em().findOne(Webhook, owned, { disableIdentityMap: true });
    if (!webhook || (await tx.em().nativeDelete(Webhook, owned)) === 0) throw new Refusal('not-found');
    await logChange(tx, owner, 'webhook-removed', webhook.url);
  });

/** Switches a webhook on again; events that occurred while it was off are not sent. Idempotent. Throws `not-found`. */
export const enableWebhook = (ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<WebhookView> =>
  ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const owned = { id: webhookId, user: owner?.userId ?? null };
    const off = { ...owned, offSince: { $ne: null } };
    const enabled = await em.nativeUpdate(Webhook, off, { offSince: null, offReason: null, mailedAt: null });
    const webhook = await em.findOne(Webhook, owned);
    if (!webhook) throw new Refusal('not-found');
    if (enabled > 0) await logChange(tx, owner, 'webhook-enabled', webhook.url);
    return view(webhook);
  });

const maxPendingTests = 5;

/** Sends the event `webhook.test`; does nothing if five of these are pending. Throws `not-found`, `webhook-off`. */
export async function testWebhook(ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> {
  const user = owner?.userId ?? null;
  await ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const webhook = await em.findOne(Webhook, { id: webhookId, user }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!webhook) throw new Refusal('not-found');
    if (webhook.offSince) throw new Refusal('webhook-off');
    const test = { webhook: webhookId, event: 'webhook.test' };
    if ((await em.count(WebhookDelivery, { ...test, nextAt: { $ne: null } })) >= maxPendingTests) return;
    const id = await em.insert(WebhookDelivery, { ...test, subjectId: 0 });
    const payload = { ownerId: ownerId(user), deliveryId: id, attempt: 0 };
    await recordJob(tx, { name: 'webhooks.deliver', payload });
  });
  await queueRecordedJobs(ctx);
}
