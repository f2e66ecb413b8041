import type { Mailer } from '@kith/domain';
import { createTransport } from 'nodemailer';

/** Mail over SMTP. `send` resolves once the server has taken the mail. */
export function createSmtpMailer(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 }, { from });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
