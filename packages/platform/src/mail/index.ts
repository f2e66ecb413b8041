import { join } from 'node:path';
import type { Mailer } from '@kith/domain';
import type { Settings } from '../settings.ts';

type Closable = Mailer & { close(): void };

/**
 * Sends mails by SMTP if the settings name a server, otherwise writes them to a folder. The library is loaded with the first
 * mail.
 */
export function createMailer(settings: Settings): Closable {
  let opened: Promise<Closable> | undefined;
  return {
    async send(mail) {
      opened ??= openMailer(settings);
      await (await opened).send(mail);
    },
    close: () => void opened?.then((mailer) => mailer.close()),
  };
}

async function openMailer({ smtpUrl, mailFrom, dataDir }: Settings): Promise<Closable> {
  if (smtpUrl) return (await import('./smtp.ts')).createSmtpMailer(smtpUrl, mailFrom);
  return (await import('./folder.ts')).createFolderMailer(join(dataDir, 'outbox'), mailFrom);
}
