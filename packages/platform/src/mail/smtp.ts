import type { Mailer } from '@kith/domain';
import { createTransport } from 'nodemailer';

/** Time-outs in milliseconds. A mail that is not accepted in time is retried by its job. */
const defaultTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Mail over SMTP. `send` resolves once the server has accepted the mail. */
export function createSmtpMailer(url: string, from: string, timeouts = defaultTimeouts): Mailer & { close(): void } {
  const transport = createTransport({ url, pool: true, ...timeouts }, { from });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
