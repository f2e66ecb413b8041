import { join } from 'node:path';
import type { Log, Mailer } from '@kith/domain';
import type { Settings } from '../settings.ts';

type Closable = Mailer & { close(): void };

/**
 * Sends mails by SMTP if the settings name a server, otherwise writes them to a folder; in development the log then says where, with
 * the link in the mail. The library is loaded with the first mail.
 */
export function createMailer(settings: Settings, log: Log): Closable {
  let opened: Promise<Closable> | undefined;
  return {
    async send(mail) {
      opened ??= openMailer(settings, log);
      await (await opened).send(mail);
    },
    close: () => void opened?.then((mailer) => mailer.close()),
  };
}

async function openMailer({ smtpUrl, mailFrom, dataDir, production }: Settings, log: Log): Promise<Closable> {
  if (smtpUrl) return (await import('./smtp.ts')).createSmtpMailer(smtpUrl, mailFrom);
  const written = (file: string, text: string) => {
    const [link] = /https?:\/\/\S+/.exec(text) ?? [];
    if (!production) log.warn({ file, link }, 'a mail was written to a file, because SMTP_URL is not set');
  };
  return (await import('./folder.ts')).createFolderMailer(join(dataDir, 'outbox'), mailFrom, written);
}
