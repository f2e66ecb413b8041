import { join } from 'node:path';
import type { Deps } from '@kith/api/deps';
import { Refusal, sendTestMail } from '@kith/domain';
import { errorLine, StartError } from '@kith/platform';
import { showRefusal } from './users.ts';

/** Sends a mail now, and returns what became of it. */
export async function testMail(
  { domain, settings }: Deps,
  [to = '']: string[],
): Promise<{ text: string; ok: boolean }> {
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new StartError('Name an address: npm run kith -- mail test ADDRESS');
  const text = settings.smtpUrl
    ? 'The mail server has taken the mail. Look whether it arrives, also among spam.'
    : `The mail is a file in ${join(settings.dataDir, 'outbox')}, because SMTP_URL is not set.`;
  return sendTestMail(domain, null, { to, language: 'en' }).then(
    () => ({ text, ok: true }),
    (error: Error) => {
      if (error instanceof Refusal) return showRefusal(error);
      return { text: `The mail server has not taken the mail: ${errorLine(error)}`, ok: false };
    },
  );
}
