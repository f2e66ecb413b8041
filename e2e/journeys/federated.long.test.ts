// Rare: every way in which the window of a log-in with Google can fail. login.test.ts logs in with Google.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { startApp } from '../fixtures/app.ts';
import { createMembers, uniqueName } from '../fixtures/cast.ts';
import { continueAs, openGoogle } from '../fixtures/google.ts';
import { journey } from '../fixtures/journey.ts';
import { signIn } from '../fixtures/signIn.ts';

const openGooglePopup = (page: Page) =>
  openGoogle(page, () => page.getByRole('button', { name: 'Log In with Google' }).click());

journey('a popup that is closed or cancelled is reported, and the next one works', async ({ visit }) => {
  // The browser logs the 401 with which the server answers a visitor's request for the session.
  const page = await visit('/', { allow: /status of 401/ });
  const canceled = page.getByRole('alert').getByText('Google sign-in was canceled.');
  const closed = await openGooglePopup(page);
  await closed.close();
  await canceled.waitFor();
  const cancelled = await openGooglePopup(page);
  await canceled.waitFor({ state: 'detached' });
  await cancelled.getByRole('button', { name: 'Cancel' }).click();
  await canceled.waitFor();
  await continueAs(await openGooglePopup(page), `${uniqueName('otto')}@kith.example`);
  await page.waitForURL(/\/setusername\?uid=/);
});

/**
 * Makes the provider sever the popup from the page that opened it, as real providers may. The page then takes the popup for
 * closed.
 */
async function severFromOpener(page: Page): Promise<void> {
  await page.context().route('**/auth/google?*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const headers = { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' };
    await route.fulfill({ response: answer, headers });
  });
}

journey('a popup that the provider severs from its opener still logs in', async ({ visit }) => {
  const page = await visit('/login', { allow: /status of 401/ });
  await severFromOpener(page);
  const popup = await openGooglePopup(page);
  expect(await popup.evaluate('opener === null')).toBe(true);
  // The page first takes the popup for closed and shows an error. Then the sign-in succeeds, and the page goes on to the next
  // screen.
  await page.getByRole('alert').getByText('Google sign-in was canceled.').waitFor();
  await popup.getByLabel('E-mail address').fill(`${uniqueName('sven')}@kith.example`);
  await popup.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/setusername\?uid=/);
});

journey('a log-in that happened while the page received no events is noticed', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  const page = await visit('/login');
  const popup = await openGooglePopup(page);
  await signIn(page.context(), inject('origin'), ana);
  await popup.close();
  await page.waitForURL('**/account');
});

journey(
  'the page that ends a log-in continues by itself when no opener waits, but never to another site',
  async ({ visit }) => {
    const page = await visit('/signed-in.html?next=/signup', { allow: /elsewhere\.example/ });
    await page.waitForURL(({ pathname }) => pathname === '/signup');
    for (const next of [
      'https://elsewhere.example/',
      '//elsewhere.example',
      'javascript:alert(1)',
      '/..//elsewhere.example',
    ]) {
      await page.goto(`/signed-in.html?next=${encodeURIComponent(next)}`);
      await page.waitForURL(({ pathname }) => pathname !== '/signed-in.html');
      expect(new URL(page.url()).hostname).toBe('localhost');
    }
  },
);

journey('a log-in with Google says where it is switched off', async ({ visit, onTestFinished }) => {
  const app = await startApp({ env: { GOOGLE_SIGN_IN: 'off' } });
  onTestFinished(() => void app.stop());
  const page = await visit('/login', { origin: app.origin });
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  const google = page.getByRole('button', { name: 'Log In with Google', description: 'Not set up on this server' });
  expect(await google.isDisabled()).toBe(true);
});

journey('an account of Google is deleted after a re-authentication with Google', async ({ visit }) => {
  const userName = uniqueName('gus');
  const email = `${userName}@kith.example`;
  const page = await visit('/login');
  const logIn = () => page.getByRole('button', { name: 'Log In with Google' }).click();
  await continueAs(await openGoogle(page, logIn), email);
  await page.getByLabel('Username', { exact: true }).fill(userName);
  // A few seconds after the log-in, which may be after the deletion.
  const zoneStored = page.waitForResponse(/users\.update/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/account');
  await zoneStored;

  await page.goto('/account?popup=delete-account');
  const question = page.getByRole('alertdialog', { name: 'Confirm Account Deletion' });
  const yes = question.getByRole('button', { name: 'Yes, Delete' });
  const popup = await openGoogle(page, () => yes.click());
  await popup.close();
  await question.getByText('Popup was closed before signing in. Please try again.').waitFor();
  await continueAs(await openGoogle(page, () => yes.click()), `${uniqueName('other')}@kith.example`);
  await question.getByText('Failed to delete account: User not authenticated').waitFor();
  await page.evaluate('window.realOpen = window.open; window.open = () => null');
  await yes.click();
  await question.getByText(/The popup was blocked/).waitFor();
  await page.evaluate('window.open = window.realOpen');
  await continueAs(await openGoogle(page, () => yes.click()), email);
  await question.getByText('Account deleted!').waitFor();
  await page.waitForURL(/\/login\b/);

  await continueAs(await openGoogle(page, logIn), email);
  await page.waitForURL(/\/setusername\?uid=/);
});
