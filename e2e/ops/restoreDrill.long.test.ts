// Long: starts Kith twice.
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMailCatcher } from '@kith/platform/mailCatcher';
import { freePort } from '@kith/platform/postgres';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { newDataDir, startApp } from '../fixtures/app.ts';
import { createMember } from '../fixtures/cast.ts';
import { rest } from '../fixtures/rest.ts';

test('a drill beside the real server, with all its settings, replaces no backup and mails nobody until it is confirmed', async () => {
  const [real, copy, backups] = [newDataDir(), newDataDir(), newDataDir()];
  const mails = await startMailCatcher();
  const settings = {
    BACKUP_EVERY: '1m',
    BACKUP_KEEP: '1',
    BACKUP_DIR: backups,
    SMTP_URL: mails.url,
    MAIL_FROM: 'kith@kith.example',
    CONFIRM_EMAIL: 'off',
    WORKER_PORT: String(await freePort()),
    LOG_LEVEL: 'info',
  };
  const run = (dataDir: string, script: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, ENV_FILE: '', ...settings, DATA_DIR: dataDir },
    }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );

  const server = await startApp({ dataDir: real, env: settings });
  const { email } = await createMember(server.origin, 'vera');
  const archive = join(backups, 'for-the-drill.kith');
  await run(real, 'backup/main.ts', archive);
  expect(await run(copy, 'restore/main.ts', archive)).toContain('npm run kith -- confirm-restore');

  const drill = await startApp({ dataDir: copy, env: settings });
  await expect.poll(drill.output).toContain('this is a restored copy');
  const asked = await rest(drill.origin, 'POST /auth/password-reset', { json: { email } });
  expect(asked.status).toBeLessThan(300);
  await expect
    .poll(drill.output, { timeout: 150_000 })
    .toContain('no backup was made, because this is a restored copy');
  const status = await run(copy, 'kith/main.ts', 'status');
  expect(status).toContain('- This is a restored copy');
  expect(status).toMatch(/^mail +1 /m);
  expect(readdirSync(backups)).toContain('for-the-drill.kith');

  expect(await run(copy, 'kith/main.ts', 'confirm-restore')).toContain('This is the real server now');
  await expect.poll(async () => (await mails.mailTo(email)).subject).toContain('password');
  await Promise.all([drill.stop(), server.stop(), mails.stop()]);
  rmSync(backups, { recursive: true });
}, 300_000);
