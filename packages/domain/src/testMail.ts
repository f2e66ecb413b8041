import type { Context } from './context.ts';
import { appendToLog, type HostOrOperator } from './host/hosts.ts';
import { escapeHtml } from './html.ts';
import { type Language, translate } from './i18n/translate.ts';
import { mailPage } from './mailPage.ts';
import { readServerSettings } from './server/serverSettings.ts';
import { refuseOnCopy } from './serverState.ts';

/**
 * Sends a mail that says that mails work, at once and not by a job, and writes into the log of hosts whether it was sent. Rejects with
 * the error of the mail server, and on a restored copy with `restored-copy`.
 */
export async function sendTestMail(
  ctx: Context,
  by: HostOrOperator,
  { to, language }: { to: string; language: Language },
): Promise<void> {
  await refuseOnCopy(ctx);
  const { name: server } = await readServerSettings(ctx);
  const text = translate(language, 'mail.test.lead');
  const mail = {
    to,
    subject: translate(language, 'mail.test.subject', { server }),
    text: `${text}\n\n${server}\n`,
    ...(await mailPage(ctx, language, `<p>${escapeHtml(text)}</p>`)),
  };
  const log = (details: string) =>
    ctx.db.transaction((tx) => appendToLog(tx, by, { action: 'test-mail-sent', details }));
  try {
    await ctx.mailer.send(mail);
  } catch (error) {
    await log('failed');
    throw error;
  }
  await log('');
}
