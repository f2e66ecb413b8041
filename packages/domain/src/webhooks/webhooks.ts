import { type MadeWebhook, maxWebhooks, type WebhookDeliveryView, type WebhookView } from '@kith/contracts';
import { tokenQueries, type WebhookDeliveryRow, type WebhookRow, webhookQueries } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Context, KnownActor } from '../context.ts';
import { encryptSecret } from '../encryption.ts';
import { Refusal } from '../errors.ts';
import { newWebhookSecret } from './sign.ts';

/** The owner of a webhook: a member with a session, or null for the server itself, whose webhooks the operator manages. */
export type WebhookOwner = KnownActor | null;

/** The owner's id, to which the encrypted secret is bound; 0 for the server. */
export const ownerId = (userId: number | null): number => userId ?? 0;

/** The number of latest deliveries in the list of each webhook. */
const listed = 10;

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

const view = (row: WebhookRow, deliveries: WebhookDeliveryRow[] = []): WebhookView => ({
  webhookId: row.id,
  url: row.url,
  createdAt: row.created_at,
  offSince: row.off_since,
  offReason: row.off_reason,
  deliveries: deliveries.filter(({ webhook_id }) => webhook_id === row.id).map(deliveryView),
});

/**
 * Creates a webhook. Its secret is stored encrypted, and only this response shows it. Throws `too-many-webhooks`, and for a
 * member `reauthentication-required`, `unauthenticated`, `email-unconfirmed`.
 */
export async function makeWebhook(ctx: Context, owner: WebhookOwner, { url }: { url: string }): Promise<MadeWebhook> {
  const userId = owner?.userId ?? null;
  const secret = newWebhookSecret();
  const stored = await encryptSecret(ctx, 'webhooks', ownerId(userId), secret);
  return ctx.db.transaction(async (tx) => {
    if (owner === null) await tx.run(webhookQueries.lockServer, []);
    else {
      if (!owner.emailConfirmed) throw new Refusal('email-unconfirmed');
      const [locked] = await tx.run(tokenQueries.lockOwner, [owner.userId]);
      if (!locked) throw new Refusal('unauthenticated');
      // This is checked after the lock, so that a sign-out everywhere that committed meanwhile is seen.
      await requireFreshAuthentication(ctx, owner, tx);
    }
    const [row] = await tx.run(webhookQueries.add, [userId, url, stored, maxWebhooks]);
    if (!row) throw new Refusal('too-many-webhooks');
    return { ...view(row), secret };
  });
}

/** The owner's webhooks, each with its latest deliveries. */
export async function listWebhooks(ctx: Context, owner: WebhookOwner): Promise<{ items: WebhookView[] }> {
  const userId = owner?.userId ?? null;
  const [rows, deliveries] = await Promise.all([
    ctx.db.run(webhookQueries.list, [userId]),
    ctx.db.run(webhookQueries.deliveries, [userId, listed]),
  ]);
  return { items: rows.map((row) => view(row, deliveries)) };
}

interface WebhookById {
  webhookId: number;
}

/** Deletes a webhook with its pending deliveries. Throws `not-found`, also for another owner's webhook. */
export async function removeWebhook(ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> {
  const [gone] = await ctx.db.run(webhookQueries.remove, [owner?.userId ?? null, webhookId]);
  if (!gone) throw new Refusal('not-found');
}

/** Switches a webhook on again; events that occurred while it was off are not sent. Idempotent. Throws `not-found`. */
export async function enableWebhook(
  ctx: Context,
  owner: WebhookOwner,
  { webhookId }: WebhookById,
): Promise<WebhookView> {
  const [row] = await ctx.db.run(webhookQueries.enable, [owner?.userId ?? null, webhookId]);
  if (!row) throw new Refusal('not-found');
  return view(row);
}

/** Sends the event `webhook.test`; does nothing if five of these are pending. Throws `not-found`, `webhook-off`. */
export async function testWebhook(ctx: Context, owner: WebhookOwner, { webhookId }: WebhookById): Promise<void> {
  const [row] = await ctx.db.run(webhookQueries.test, [owner?.userId ?? null, webhookId]);
  if (!row) throw new Refusal('not-found');
  if (row.off) throw new Refusal('webhook-off');
  await queueRecordedJobs(ctx);
}
