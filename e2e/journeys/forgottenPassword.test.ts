import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mailTo } from '../fixtures/mail.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { logIn } from '../fixtures/signIn.ts';

const newPassword = 'newer2@';

journey('a forgotten password is replaced through a mailed link, which works once', async ({ visit }) => {
  const origin = inject('origin');
  const [dora] = await createMembers(origin, 'dora');

  const page = await visit('/login');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByLabel('Email', { exact: true }).fill(dora.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByText('Password reset email sent. Please check your inbox.').first().waitFor();

  const mail = await mailTo(inject('dataDir'), dora.email);
  const link = mail.text?.match(/\S+\/resetpassword\?oobCode=[\w-]+/)?.[0];
  expect(link).toBeDefined();
  expect(link?.startsWith(`${origin}/`)).toBe(true);

  await page.goto(link as string);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel(/repeat/i).fill(newPassword);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.waitForURL(/\/login\b/);
  await logIn(page, dora.userName, newPassword);

  expect((await rest(origin, 'GET /auth/session', { token: dora.token })).status).toBe(401);
  const oobCode = new URL(link as string).searchParams.get('oobCode');
  const again = await rest(origin, 'POST /auth/password-reset/confirm', { json: { oobCode, newPassword } });
  expect(again.status).toBe(400);
  const { user } = await callRest<{ user: { userName: string } }>(origin, 'POST /auth/login', {
    json: { identifier: dora.email, password: newPassword },
  });
  expect(user.userName).toBe(dora.userName);
});
