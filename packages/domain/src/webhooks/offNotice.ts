import { now, Webhook } from '@kith/db';
import { type LinkMailWords, linkMail, type MailLanguage } from '../auth/mailLayout.ts';
import { sendMail } from '../auth/sendMail.ts';
import type { Context } from '../context.ts';
import { webhookMailsPerAccount, withinLimit } from '../limits.ts';

type Reason = 'gone' | 'inside' | 'failing';

const reasons: Record<MailLanguage, Record<Reason, string>> = {
  en: {
    gone: 'it answered that it is gone for good',
    inside: 'it leads into a private network',
    failing: 'nothing could be delivered to it for a day',
  },
  es: {
    gone: 'ha respondido que ya no existe',
    inside: 'conduce a una red privada',
    failing: 'durante un día no se le ha podido entregar nada',
  },
  pl: {
    gone: 'odpowiedział, że już nie istnieje',
    inside: 'prowadzi do sieci prywatnej',
    failing: 'przez dobę nie udało się niczego do niego dostarczyć',
  },
};

const words = (host: string, reason: Reason): Record<MailLanguage, LinkMailWords> => ({
  en: {
    subject: 'A webhook of yours was switched off',
    hello: (name) => `Hello ${name},`,
    lead: `Kith sends nothing to your webhook at ${host} any more: ${reasons.en[reason]}. You can switch it on again, or remove it, here:`,
    button: 'Your webhooks',
    ends: 'What happens until then is not sent later.',
    ignore: 'If you no longer need it, you need not do anything.',
  },
  es: {
    subject: 'Se ha desactivado un webhook tuyo',
    hello: (name) => `Hola, ${name}:`,
    lead: `Kith ya no envía nada a tu webhook en ${host}: ${reasons.es[reason]}. Puedes volver a activarlo o eliminarlo aquí:`,
    button: 'Tus webhooks',
    ends: 'Lo que ocurra hasta entonces no se enviará después.',
    ignore: 'Si ya no lo necesitas, no tienes que hacer nada.',
  },
  pl: {
    subject: 'Twój webhook został wyłączony',
    hello: (name) => `Cześć, ${name}!`,
    lead: `Kith nie wysyła już nic do Twojego webhooka pod adresem ${host}: ${reasons.pl[reason]}. Możesz go ponownie włączyć albo usunąć tutaj:`,
    button: 'Twoje webhooki',
    ends: 'To, co wydarzy się do tego czasu, nie zostanie wysłane później.',
    ignore: 'Jeśli go już nie potrzebujesz, nie musisz nic robić.',
  },
});

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
  const said = words(new URL(url).hostname, offReason);
  const mail = { to: owner.email, ...linkMail(said, owner.language, owner.userName ?? '', link) };
  const sending = withinLimit(ctx, webhookMailsPerAccount, `account:${owner.id}`, () => sendMail(ctx, mail));
  await sending.catch(async (error) => {
    await ctx.db.em().nativeUpdate(Webhook, { id: webhookId }, { mailedAt: null });
    throw error;
  });
}
