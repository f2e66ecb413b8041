import type { Context } from './context.ts';
import { type Language, translate } from './i18n/translate.ts';

/** Sends a mail that says that mails work, at once and not by a job. Rejects with the error of the mail server. */
export async function sendTestMail(
  { mailer }: Pick<Context, 'mailer'>,
  { to, language }: { to: string; language: Language },
): Promise<void> {
  const text = translate(language, 'mail.test.lead');
  await mailer.send({
    to,
    subject: translate(language, 'mail.test.subject'),
    text: `${text}\n`,
    html: `<p>${text}</p>`,
  });
}
