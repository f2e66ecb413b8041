import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '@kith/domain';
import { createTransport } from 'nodemailer';

/**
 * The mail transport for development: one .eml file per mail, named by time, so that the newest sorts last. Calls `onWritten` with the
 * path and the text of each mail.
 */
export function createFolderMailer(
  folder: string,
  from: string,
  onWritten: (file: string, text: string) => void,
): Mailer & { close(): void } {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${name}`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, name));
      onWritten(join(folder, name), mail.text);
    },
    close() {},
  };
}
