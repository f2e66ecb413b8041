import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailCatcher {
  /** The value of SMTP_URL. */
  url: string;
  /** Waits for the `nth` mail to an address and returns it. */
  mailTo(address: string, nth?: number): Promise<Email>;
  stop(): Promise<void>;
}

/** A mail server that accepts every mail and keeps it in memory; with `refusal` it refuses every recipient in these words. */
export async function startMailCatcher({ refusal }: { refusal?: string } = {}): Promise<MailCatcher> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(refusal === undefined ? null : new Error(refusal)),
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          done();
        });
      });
    },
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(address, nth = 1) {
      for (const deadline = Date.now() + 15_000; Date.now() < deadline; await wait(50)) {
        const theirs = mails.filter(({ to }) => to?.some((each) => each.address === address));
        const mail = theirs.at(-1);
        if (mail && theirs.length >= nth) return mail;
      }
      throw new Error(`No mail to ${address} came within 15 s.`);
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
