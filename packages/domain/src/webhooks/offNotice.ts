import { webhookQueries } from '@kith/db';
import { linkMail } from '../auth/linkMail.ts';
import { sendMail } from '../auth/sendMail.ts';
import type { Context } from '../context.ts';
import { translate } from '../i18n/translate.ts';
import { webhookMailsPerAccount, withinLimit } from '../limits.ts';

/**
 * Mails a member once that their webhook was switched off. The mail contains only the host: the rest of the URL may be a secret.
 */
export async function sendWebhookOffNotice(ctx: Context, { webhookId }: { webhookId: number }): Promise<void> {
  const [row] = await ctx.db.run(webhookQueries.toMail, [webhookId]);
  if (!row?.email || row.off_reason === null) return;
  const link = `${ctx.settings.publicUrl}/account?popup=webhooks`;
  const values = {
    host: new URL(row.url).hostname,
    reason: translate(row.language, `mail.webhookOff.${row.off_reason}`),
  };
  const mail = { to: row.email, ...linkMail('webhookOff', row.language, row.user_name ?? '', link, values) };
  const sending = withinLimit(ctx, webhookMailsPerAccount, `account:${row.user_id}`, () => sendMail(ctx, mail));
  await sending.catch(async (error) => {
    await ctx.db.run(webhookQueries.notMailed, [webhookId]);
    throw error;
  });
}
