import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, password, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { type Language, languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const focused = (locator: Locator) => expect.poll(() => locator.evaluate((each) => each.matches(':focus'))).toBe(true);

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let i = 0; i < 60; i += 1) {
    if (await control.evaluate((each) => each.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No way by Tab to ${control}`);
}

const looks = {
  en: { colorScheme: 'light', width: 1280 },
  es: { colorScheme: 'dark', width: 390 },
  pl: { colorScheme: 'dark', width: 390 },
} as const satisfies Record<Language, unknown>;

for (const language of languagesFor('pl')) {
  const { colorScheme, width } = looks[language];
  journey(`in ${language}, a newcomer completes the first steps once, by keyboard alone`, async ({ visit }) => {
    const say = translator(language);
    const origin = inject('origin');
    const [known] = await createMembers(origin, 'znana');
    const userName = uniqueName('nowa');
    const own = [userName, known.userName, '@', 'Łódki'];
    const look = async (page: Page) => {
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await untranslated(page, language, own)).toEqual([]);
    };
    const options = { locale: locales[language], colorScheme, viewport: { width, height: 844 } };
    const page = await visit('/signup', options);
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    await look(page);
    for (const name of ['/terms', '/privacy'])
      expect(await page.locator(`form a[href="${name}"][target=_blank]`).count()).toBe(1);
    await tabTo(page, page.getByLabel(say('signup.userName'), { exact: true }));
    await page.keyboard.type(userName);
    await tabTo(page, page.getByLabel(say('signup.email'), { exact: true }));
    await page.keyboard.type(`${userName}@kith.example`);
    await tabTo(page, page.getByLabel(say('signup.password'), { exact: true }));
    await page.keyboard.type(password);
    await tabTo(page, page.getByLabel(say('signup.confirm'), { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: say('login.newHeading') }).waitFor();
    await page.getByText(say('signup.success')).waitFor();
    expect(await page.getByLabel(say('login.identifier')).inputValue()).toBe(userName);
    // After the sign-up, the log-in form is filled in. The password is kept only in the page's memory.
    await page.getByText(say('login.newLead')).waitFor();
    expect(await page.getByLabel(say('login.password'), { exact: true }).inputValue()).toBe(password);
    expect(
      await page.evaluate('JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])'),
    ).not.toContain(password);
    await focused(button('login.submit'));
    await look(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');

    await focused(page.getByRole('heading', { name: say('welcome.picture') }));
    await look(page);
    await tabTo(page, button('welcome.skip'));
    await page.keyboard.press('Enter');
    await focused(page.getByRole('heading', { name: say('welcome.bio') }));
    await tabTo(page, page.getByLabel(say('editProfile.bio')));
    await page.keyboard.type('Łódki');
    await look(page);
    await tabTo(page, button('welcome.next'));
    await page.keyboard.press('Enter');
    await focused(page.getByRole('heading', { name: say('welcome.people') }));
    await look(page);

    // After a reload, the introduction continues with the last step, whose button ends the introduction.
    await page.reload();
    await focused(page.getByRole('heading', { name: say('welcome.people') }));
    const ended = page.waitForResponse(/users\.update/);
    await tabTo(page, button('welcome.finish'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    expect((await ended).status()).toBe(200);

    // On the empty home feed, the primary action is finding members.
    const find = page.locator('main').getByRole('button', { name: say('home.findPeople'), exact: true });
    await tabTo(page, find);
    await look(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/browser');

    // The introduction is not shown on another device either.
    const again = await visit('/login', options);
    await again.getByLabel(say('login.identifier')).fill(userName);
    await again.getByLabel(say('login.password'), { exact: true }).fill(password);
    await again.keyboard.press('Enter');
    await again.waitForURL('**/account');
    await again.getByText('Łódki').waitFor();
    expect(await again.getByRole('region', { name: say('welcome.label') }).count()).toBe(0);
  });
}

journey('a newcomer’s picture is cropped and kept, and a link cannot prefill the log-in', async ({ visit }) => {
  const userName = uniqueName('foto');
  const page = await visit(`/login?done=signup&userName=${userName}`);
  await page.getByRole('heading', { name: 'Welcome to Kith' }).waitFor();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('');
  await page.goto('/signup');
  await page.getByLabel('Username', { exact: true }).fill(userName);
  await page.getByLabel('Email', { exact: true }).fill(`${userName}@kith.example`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome to Kith' }).waitFor();
  // A reload clears the password.
  await page.reload();
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  const card = page.getByRole('region', { name: 'First steps' });
  const buffer = await testPhoto();
  await card.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click();
  await card.getByRole('button', { name: 'Continue' }).click();
  await card.getByRole('heading', { name: 'A line about yourself' }).waitFor();
  // Navigating to another screen ends the introduction, and skips the remaining steps.
  const ended = page.waitForResponse(/users\.update/);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  expect((await ended).status()).toBe(200);
  await page.goto('/account');
  await page.getByText('No posts yet').waitFor();
  expect(await card.count()).toBe(0);
});
