import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import { errorLine } from '../log.ts';

export interface MailServer {
  smtpUrl: string;
  mailFrom: string;
}

const timeouts = { dnsTimeout: 3_000, connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };

/** The address in "Kith <kith@kith.example>" or "kith@kith.example". */
const addressIn = (mailFrom: string): string => /<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom;

/**
 * Asks a mail server whether it takes mails from MAIL_FROM: greeting, log-in if SMTP_URL has a password, MAIL FROM, RCPT TO, RSET.
 * No mail is sent. Rejects with the server's words, without addresses.
 */
export async function checkMail({ smtpUrl, mailFrom }: MailServer): Promise<void> {
  // Loaded here, because most processes never check the mail server.
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const address = addressIn(mailFrom);
  // nodemailer sends commands other than those of a mail only in a custom method of authentication.
  const dialogue = async ({ sendCommand }: SMTPConnectionCustomAuthContext) => {
    for (const command of [`MAIL FROM:<${address}>`, `RCPT TO:<${address}>`, 'RSET']) {
      const { status, response } = await sendCommand(command);
      if (status < 200 || status > 299) throw new Error(response);
    }
  };
  const { auth, ...server } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({ ...server, ...timeouts, customAuth: { ENVELOPE: dialogue } });
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('the mail server closed the connection')));
      run((error) => (error ? reject(error) : resolve()));
    });
  try {
    await step((done) => connection.connect(done));
    if (auth) await step((done) => connection.login(auth, done));
    await step((done) => connection.login({ method: 'ENVELOPE' }, done));
  } catch (error) {
    throw new Error(errorLine(error as Error));
  } finally {
    connection.close();
  }
}
