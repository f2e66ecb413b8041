import { now, Webhook } from '@kith/db';
import { linkMail } from '../auth/linkMail.ts';
import { sendMail } from '../auth/sendMail.ts';
import type { Context } from '../context.ts';
import { translate } from '../i18n/translate.ts';
import { webhookMailsPerAccount, withinLimit } from '../limits.ts';

/**
 * Mails a member once that their webhook was switched off. The mail contains only the host: the rest of the URL may be a secret.
 */
export async function sendWebhookOffNotice(ctx: Context, { webhookId }: { webhookId: number }): Promise<void> {
  const em = ctx.db.em();
  // An unconfirmed address may belong to a stranger.
  const user = { deletedAt: null, disabledAt: null, emailConfirmed: true };
  const unmailed = { id: webhookId, offSince: { $ne: null }, mailedAt: null };
  const webhook = await em.findOne(Webhook, { ...unmailed, user }, { populate: ['user'] });
  const { url, offReason, user: owner } = webhook ?? {};
  if (!url || !offReason || !owner?.email) return;
  if ((await em.nativeUpdate(Webhook, unmailed, { mailedAt: now() })) === 0) return;
  const link = `${ctx.settings.publicUrl}/account?popup=webhooks`;
  const values = { host: new URL(url).hostname, reason: translate(owner.language, `mail.webhookOff.${offReason}`) };
  const words = await linkMail(ctx, 'webhookOff', owner.language, owner.userName ?? '', link, values);
  const mail = { to: owner.email, ...words };
  const sending = withinLimit(ctx, webhookMailsPerAccount, `account:${owner.id}`, () => sendMail(ctx, mail));
  await sending.catch(async (error) => {
    await ctx.db.em().nativeUpdate(Webhook, { id: webhookId }, { mailedAt: null });
    throw error;
  });
}
