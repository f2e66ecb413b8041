import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mailTo } from '../fixtures/mail.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { logIn, signIn } from '../fixtures/signIn.ts';

const origin = inject('origin');
const newPassword = 'newer2@';

journey('mails report a log-in from an unknown browser, and replace a forgotten password once', async ({ visit }) => {
  const [olga] = await createMembers(origin, 'olga');
  const { userName, email, password, token } = olga;
  const status = async () => (await rest(origin, 'GET /auth/session', { token })).status;
  const page = await visit('/login', { allow: /status of 401/ });
  // A log-in without the cookie of a known browser.
  await signIn(page.context(), origin, { userName, password });
  await page.goto('/notification');
  await page.getByRole('link', { name: 'Log-in from a new browser.' }).click();
  await page.getByRole('dialog', { name: 'Privacy & Security' }).waitFor();
  const notice = await mailTo(inject('dataDir'), email, /\S+\/not-me\?code=[\w-]+/);
  await page.goto(notice);
  await page.getByRole('button', { name: 'It wasn’t me' }).click();
  await page.waitForURL('**/resetpassword?oobCode=*');
  await expect.poll(async () => (await page.context().request.get('/auth/session')).status()).toBe(401);
  await expect.poll(status).toBe(401);
  const code = new URL(notice).searchParams.get('code');
  expect((await rest(origin, 'POST /auth/not-me', { json: { code } })).status).toBe(400);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByText('Password reset email sent. Please check your inbox.').first().waitFor();
  await page
    .getByText('This machine writes mails to the outbox folder of its data, and the link to its log.')
    .waitFor();
  const link = await mailTo(inject('dataDir'), email, /\S+\/resetpassword\?oobCode=[\w-]+/);
  expect(link.startsWith(`${origin}/`)).toBe(true);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel(/repeat/i).fill(newPassword);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.waitForURL(/\/login\b/);
  await logIn(page, userName, newPassword);
  const oobCode = new URL(link).searchParams.get('oobCode');
  const again = await rest(origin, 'POST /auth/password-reset/confirm', { json: { oobCode, newPassword } });
  expect(again.status).toBe(400);
  const json = { identifier: email, password: newPassword };
  const { user } = await callRest<{ user: { userName: string } }>(origin, 'POST /auth/login', { json });
  expect(user.userName).toBe(userName);
});
