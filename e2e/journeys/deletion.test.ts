import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runsOnFleet } from '../../scripts/test/excludedTests.ts';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post, uniqueName } from '../fixtures/cast.ts';
import { continueAs, openGoogle } from '../fixtures/google.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { type Language, locales, translator } from '../fixtures/words.ts';

/** Goes from the account screen through the settings to the confirmation dialog. */
async function askToDelete(page: Page, language: Language) {
  const say = translator(language);
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true }).first();
  await button('menu.settings').click();
  // Waits for the heading of the settings, because the account screen under the popup has a button of the same name.
  await page.getByRole('heading', { name: say('settings.title') }).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('settings.editProfile'), exact: true })
    .click();
  await button('editProfile.delete').click();
  const question = page.getByRole('alertdialog', { name: say('deletion.title') });
  await question.getByText(say('deletion.question')).waitFor();
  return { question, yes: question.getByRole('button', { name: say('deletion.yes') }) };
}

const storedAfter = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('logged')));

journey('a password account is deleted, in Polish', async ({ visit }) => {
  const origin = inject('origin');
  const say = translator('pl');
  const [ewa, bob] = await createMembers(origin, 'ewa', 'bob');
  await follow(origin, bob, ewa);
  await post(origin, ewa, 'nobody reads this afterwards');
  const page = await visit('/account', { as: ewa, locale: locales.pl, allow: /auth\.reauthenticate/ });
  const { question, yes } = await askToDelete(page, 'pl');
  expect(await accessibilityFaults(page)).toEqual([]);

  await yes.click();
  await question.getByText(say('errors.password-required')).waitFor();
  const password = question.getByLabel(say('deletion.password'));
  await password.fill('wrong1!');
  await yes.click();
  await question.getByText(say('errors.incorrect-password'), { exact: true }).waitFor();
  await password.fill(ewa.password);
  await yes.click();
  await question.getByText(say('deletion.done')).waitFor();
  await page.waitForURL(/\/login\b/);
  await page.getByText(say('deletion.done')).waitFor();
  await page.getByRole('heading', { name: say('login.byeHeading') }).waitFor();
  expect(await storedAfter(page)).toEqual([]);

  const again = await rest(origin, 'POST /auth/login', { json: { identifier: ewa.userName, password: ewa.password } });
  expect(again).toMatchObject({ success: false, message: 'Error: User does not exist.' });
  expect((await rest(origin, `GET /users/name/${ewa.userName}`, { token: bob.token })).status).toBe(404);
  expect(await callRest(origin, `GET /${bob.userId}/following/count`, { token: bob.token })).toBe(0);
});

// This test is skipped with several servers, because the stand-in for Google keeps its state in the memory of one server.
journey.skipIf(runsOnFleet)(
  'an account of Google is deleted after a re-authentication with Google',
  async ({ visit }) => {
    const userName = uniqueName('gus');
    const email = `${userName}@kith.example`;
    const page = await visit('/login');
    const logIn = () => page.getByRole('button', { name: 'Log In with Google' }).click();
    await continueAs(await openGoogle(page, logIn), email);
    await page.getByLabel('Username', { exact: true }).fill(userName);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/account');

    const { question, yes } = await askToDelete(page, 'en');
    expect(await accessibilityFaults(page)).toEqual([]);
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
  },
);
