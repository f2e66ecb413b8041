import type { Context } from './context.ts';
import { escapeHtml } from './html.ts';
import { type Language, translate } from './i18n/translate.ts';
import { mailPage } from './mailPage.ts';
import { readServerSettings } from './server/serverSettings.ts';

/** Sends a mail that says that mails work, at once and not by a job. Rejects with the error of the mail server. */
export async function sendTestMail(ctx: Context, { to, language }: { to: string; language: Language }): Promise<void> {
  const { name: server } = await readServerSettings(ctx);
  const text = translate(language, 'mail.test.lead');
  await ctx.mailer.send({
    to,
    subject: translate(language, 'mail.test.subject', { server }),
    text: `${text}\n\n${server}\n`,
    ...(await mailPage(ctx, language, `<p>${escapeHtml(text)}</p>`)),
  });
}
