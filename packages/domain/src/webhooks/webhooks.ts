import { type CreatedWebhook, maxWebhooks, type WebhookDeliveryView, type WebhookView } from '@kith/contracts';
import { accountQueries, Webhook, type WebhookDeliveryRow, webhookQueries } from '@kith/db';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Context, KnownActor } from '../context.ts';
import { encryptSecret } from '../encryption.ts';
import { Refusal } from '../errors.ts';
import { lock } from '../locks.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { newWebhookSecret } from './sign.ts';

/** The owner of a webhook: a member with a session, or null for the server itself, whose webhooks the operator manages. */
export type WebhookOwner = KnownActor | null;

/** The owner's id, to which the encrypted secret is bound; 0 for the server. */
export const ownerId = (userId: number | null): number => userId ?? 0;

/** The number of latest deliveries in the list of each webhook. */
const maxDeliveriesListed = 10;

/** The value of the header `webhook-id`. The time keeps it unique even if ids are used again after a backup was restored. */
export const deliveryId = (row: { id: number; created_at: string }): string =>
  `msg_${row.id}_${Date.parse(row.created_at)}`;

const deliveryView = (row: WebhookDeliveryRow): WebhookDeliveryView => ({
  deliveryId: deliveryId(row),
  event: row.event,
  createdAt: row.created_at,
  tries: row.tries,
  status: row.status,
  answeredAt: row.answered_at,
  nextAt: row.next_at,
});

const view = (webhook: Webhook, deliveries: WebhookDeliveryRow[] = []): WebhookView => ({
  webhookId: webhook.id,
  url: webhook.url,
  createdAt: webhook.createdAt.toISOString(),
  offSince: webhook.offSince?.toISOString() ?? null,
  offReason: webhook.offReason ?? null,
  deliveries: deliveries.filter(({ webhook_id }) => webhook_id === webhook.id).map(deliveryView),
});

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
      const [locked] = await tx.run(accountQueries.lock, [owner.userId]);
      if (!locked) throw new Refusal('unauthenticated');
      // This is checked after the lock, so that a sign-out everywhere that committed meanwhile is seen.
      await requireFreshAuthentication(ctx, owner, tx);
    }
    const em = tx.em();
    if ((await em.count(Webhook, { user })) >= maxWebhooks) throw new Refusal('too-many-webhooks');
    const webhook = em.create(Webhook, { user, url, secret: stored });
    await em.persist(webhook).flush();
    return { ...view(webhook), secret };
  });
}

/** The owner's webhooks, each with its latest deliveries. */
export async function listWebhooks(ctx: Context, owner: WebhookOwner): Promise<{ items: WebhookView[] }> {
  const user = owner?.userId ?? null;
  const [webhooks, deliveries] = await Promise.all([
    ctx.db.em().find(Webhook, { user }, { orderBy: { id: 'asc' } }),
    ctx.db.run(webhookQueries.deliveries, [user, maxDeliveriesListed]),
  ]);
  return { items: webhooks.map((webhook) => view(webhook, deliveries)) };
}

interface WebhookById {
  webhookId: number;
}

/** Deletes a webhook with its pending deliveries. Throws `not-found`, also for another owner's webhook. */
export async function removeWebhook(ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> {
  const removed = await ctx.db.em().nativeDelete(Webhook, { id: webhookId, user: owner?.userId ?? null });
  if (removed === 0) throw new Refusal('not-found');
}

/** Switches a webhook on again; events that occurred while it was off are not sent. Idempotent. Throws `not-found`. */
export async function enableWebhook(
  ctx: Context,
  owner: WebhookOwner,
  { webhookId }: WebhookById,
): Promise<WebhookView> {
  const em = ctx.db.em();
  const owned = { id: webhookId, user: owner?.userId ?? null };
  await em.nativeUpdate(Webhook, owned, { offSince: null, offReason: null, mailedAt: null });
  const webhook = await em.findOne(Webhook, owned);
  if (!webhook) throw new Refusal('not-found');
  return view(webhook);
}

/** Sends the event `webhook.test`; does nothing if five of these are pending. Throws `not-found`, `webhook-off`. */
export async function testWebhook(ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> {
  const [row] = await ctx.db.run(webhookQueries.test, [owner?.userId ?? null, webhookId]);
  if (!row) throw new Refusal('not-found');
  if (row.off) throw new Refusal('webhook-off');
  await queueRecordedJobs(ctx);
}
