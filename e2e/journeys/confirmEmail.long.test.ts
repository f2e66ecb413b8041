// Long: starts a mail server and a server that requires addresses; apps/api has a test of the same name.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { startMailCatcher } from '@kith/platform/mailCatcher';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { type App, cleanEnvironment, startApp } from '../fixtures/app.ts';
import { type Member, password } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest, rest } from '../fixtures/rest.ts';

let app: App;
let mailCatcher: Awaited<ReturnType<typeof startMailCatcher>>;

beforeAll(async () => {
  mailCatcher = await startMailCatcher();
  app = await startApp({ env: { SMTP_URL: mailCatcher.url } });
});
afterAll(async () => {
  await app.stop();
  await mailCatcher.stop();
});

/** Returns the confirmation link in a mail's text, and expects the link to lead to this server. */
function linkIn(text = ''): string {
  const link = /\S+\/confirm\?code=[\w-]{43}/.exec(text)?.[0] ?? '';
  expect(link.startsWith(`${app.origin}/`)).toBe(true);
  return link;
}

/** Signs a member up. A random suffix makes the name unique, because a retry of the test must not reuse a name. */
async function join(name: string, language: string): Promise<Member> {
  const userName = `${name}.${randomUUID().slice(0, 8)}`;
  const email = `${userName}@kith.example`;
  await callRest(app.origin, 'POST /users', { json: { userName, email, password, language } });
  const { token, user } = await callRest<{ token: string; user: { userId: number } }>(app.origin, 'POST /auth/login', {
    json: { identifier: userName, password },
  });
  await callRest(app.origin, `PATCH /users/${user.userId}`, { token, json: { newcomer: false } });
  return { userId: user.userId, userName, email, password, token };
}

const confirmed = async ({ token }: Member) =>
  (await callRest<{ user: { emailConfirmed: boolean } }>(app.origin, 'GET /auth/session', { token })).user
    .emailConfirmed;

/** Simulates a return to this tab, on which the page checks whether another tab has confirmed the address. */
const returnToTab = (page: Page) => page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);

/** Returns what the command `kith user show` prints about a member. */
async function shown({ userName }: Member): Promise<string> {
  const env = { ...cleanEnvironment(), ENV_FILE: '', DATA_DIR: app.dataDir, PUBLIC_URL: app.origin };
  const words = [joinPath(root, 'scripts/kith/main.ts'), 'user', 'show', userName];
  return (await promisify(execFile)(process.execPath, words, { env })).stdout;
}

journey('the mailed link confirms an address, but not by merely being opened', async ({ visit }) => {
  const member = await join('nova', 'en');
  const mail = await mailCatcher.mailTo(member.email);
  expect(mail.text).toContain(member.userName);
  const link = linkIn(mail.text);

  const options = { origin: app.origin, viewport: { width: 390, height: 844 } };
  const page = await visit('/home', { ...options, as: member });
  const banner = page.getByRole('region', { name: 'Confirm your email address' });
  await banner.getByText(member.email).waitFor();

  // Opens the link without a session, as on a second device where the member reads mails.
  const other = await visit(new URL(link).pathname + new URL(link).search, options);
  const button = other.getByRole('button', { name: 'Confirm this address' });
  await button.waitFor();
  expect(await confirmed(member)).toBe(false);
  await button.focus();
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
  expect(await confirmed(member)).toBe(true);
  await returnToTab(page);
  await banner.waitFor({ state: 'detached' });

  const code = new URL(link).searchParams.get('code');
  expect((await rest(app.origin, 'POST /auth/confirm-email', { json: { code } })).status).toBe(400);
});

journey('a mistyped address is changed with the password, and another link is sent on request', async ({ visit }) => {
  const member = await join('typo', 'en');
  const right = `right.${member.email}`;
  expect(await shown(member)).toMatch(new RegExp(`e-mail +${member.email} \\(not confirmed\\)`));
  const page = await visit('/account', {
    as: member,
    origin: app.origin,
    allow: /status of 400/,
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: 'Send again' }).click();
  const old = linkIn((await mailCatcher.mailTo(member.email, 2)).text);
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.keyboard.type(right);
  await page.getByLabel('Password', { exact: true }).fill('wrong1!');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByText('Incorrect password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByText(right).first().waitFor();
  const code = new URL(old).searchParams.get('code');
  expect((await rest(app.origin, 'POST /auth/confirm-email', { json: { code } })).status).toBe(400);
  await page.goto(linkIn((await mailCatcher.mailTo(right)).text));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('link', { name: 'Go to Kith' }).click();
  await page.waitForURL('**/account');
  expect(await shown(member)).toMatch(new RegExp(`e-mail +${right} \\(confirmed\\)`));
  expect(await confirmed(member)).toBe(true);
  expect(await page.getByRole('region', { name: 'Confirm your email address' }).count()).toBe(0);
});
