import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { startMailCatcher } from '../testing/mailCatcher.ts';
import { startSilentServer } from '../testing/silentServer.ts';
import { checkMail } from './check.ts';
import { createMailer } from './index.ts';
import { createSmtpMailer } from './smtp.ts';

const warnings: object[] = [];
const log = { info: () => {}, warn: (fields: object) => void warnings.push(fields), error: () => {} };

const mail = { to: 'alicja@example.org', subject: 'Zażółć gęślą jaźń', text: 'Cześć!\n', html: '<p>Cześć!</p>' };

describe('mail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-mail-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('without a server is written to a folder, one file each, the newest last', async () => {
    const mailer = createMailer(loadSettings({ DATA_DIR: folder, MAIL_FROM: 'Kith <kith@example.org>' }), log);
    await mailer.send({ ...mail, subject: 'first', text: 'Open http://localhost:3000/resetpassword?oobCode=x\n' });
    await new Promise((done) => setTimeout(done, 5));
    await mailer.send(mail);
    const names = readdirSync(join(folder, 'outbox')).sort();
    expect(names).toHaveLength(2);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    const read = await PostalMime.parse(readFileSync(join(folder, 'outbox', names[1] ?? '')));
    expect(read).toMatchObject({ subject: mail.subject, from: { address: 'kith@example.org' } });
    expect(read.to?.[0]?.address).toBe(mail.to);
    expect(read.text?.trim()).toBe('Cześć!');
    const first = {
      file: join(folder, 'outbox', names[0] ?? ''),
      link: 'http://localhost:3000/resetpassword?oobCode=x',
    };
    expect(warnings[0]).toEqual(first);
  });

  test('is sent to the server in SMTP_URL', async () => {
    const catcher = await startMailCatcher();
    const mailer = createMailer(loadSettings({ SMTP_URL: catcher.url, DATA_DIR: folder }), log);
    await mailer.send(mail);
    expect((await catcher.mailTo(mail.to)).subject).toBe(mail.subject);
    mailer.close();
    await catcher.stop();
  });

  test('fails, so that its job retries, when the server accepts the connection and does not respond', async () => {
    const { port, stop } = await startSilentServer();
    const soon = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 200, socketTimeout: 5_000 };
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'kith@example.org', soon);
    await expect(mailer.send(mail)).rejects.toThrow('Greeting never received');
    mailer.close();
    await stop();
  });

  describe('the check of a mail server', () => {
    const check = (smtpUrl: string) => checkMail({ smtpUrl, mailFrom: 'Kith <kith@example.org>' });

    test('passes on one that takes mails, and sends none', async () => {
      const catcher = await startMailCatcher();
      await check(catcher.url);
      await catcher.stop();
    });

    test('fails in the words of one that takes none, without addresses', async () => {
      const catcher = await startMailCatcher({ refusal: 'kith@example.org may not send from here' });
      await expect(check(catcher.url)).rejects.toThrow('550 (address) may not send from here');
      await catcher.stop();
      await expect(check(catcher.url)).rejects.toThrow('ECONNREFUSED');
    });

    test('fails on one that never greets', async () => {
      const { port, stop } = await startSilentServer();
      await expect(check(`smtp://127.0.0.1:${port}`)).rejects.toThrow('Greeting never received');
      await stop();
    });
  });

  test('is safe against header injection through a field', async () => {
    const own = join(folder, 'injected');
    const mailer = createMailer(loadSettings({ DATA_DIR: own }), log);
    await mailer.send({ ...mail, subject: 'hello\r\nBcc: eve@example.org', to: 'alice@example.org' });
    const [name = ''] = readdirSync(join(own, 'outbox'));
    const read = await PostalMime.parse(readFileSync(join(own, 'outbox', name)));
    expect(read.bcc ?? []).toEqual([]);
    expect(read.to).toHaveLength(1);
  });
});
