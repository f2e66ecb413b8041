import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, password, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { signIn } from '../fixtures/signIn.ts';
import { tabTo } from '../fixtures/tabTo.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

const focused = (locator: Locator) => expect.poll(() => locator.evaluate((each) => each.matches(':focus'))).toBe(true);

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

journey('a newcomer signs up and completes the first steps once, by keyboard alone', async ({ visit }) => {
  await createMembers(origin, 'known');
  const userName = uniqueName('nova');
  const page = await visit('/signup', phone);
  const heading = (name: string) => page.getByRole('heading', { name });
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  for (const name of ['/terms', '/privacy'])
    expect(await page.locator(`form a[href="${name}"][target=_blank]`).count()).toBe(1);
  await type(page, 'Username', userName);
  await type(page, 'Email', `${userName}@kith.example`);
  await type(page, 'Password', password);
  await type(page, 'Confirm password', password);
  await page.keyboard.press('Enter');

  // After the sign-up, the log-in form is filled in. The password is kept only in the page's memory.
  await heading('Welcome to Kith').waitFor();
  await page.getByText('Account created successfully!').waitFor();
  expect(await page.getByLabel('Username or email').inputValue()).toBe(userName);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(password);
  expect(
    await page.evaluate('JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])'),
  ).not.toContain(password);
  await focused(page.getByRole('button', { name: 'Log In', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');

  await focused(heading('Show your face'));
  await press('Skip');
  await focused(heading('A line about yourself'));
  await type(page, 'Bio', 'Rows at dawn');
  await press('Continue');
  await focused(heading('Find your people'));
  // After a reload, the introduction continues with the last step, whose button ends the introduction.
  await page.reload();
  await focused(heading('Find your people'));
  const ended = page.waitForResponse(/users\.update/);
  await press('Done');
  await page.waitForURL('**/home');
  expect((await ended).status()).toBe(200);
  // On the empty home feed, the primary action is finding members.
  const find = page.locator('main').getByRole('button', { name: 'Find people', exact: true });
  await tabTo(page, find);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/browser');
  // The introduction is not shown again.
  await page.goto('/account');
  await page.getByText('Rows at dawn').waitFor();
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
});

journey('a newcomer among few people gives a picture, invites friends, and leaves the rest', async ({ visit }) => {
  const userName = uniqueName('iga');
  await callRest(origin, 'POST /users', { json: { userName, email: `${userName}@kith.example`, password } });
  const page = await visit(`/login?done=signup&userName=${userName}`, phone);
  // A link cannot prefill the log-in.
  await page.getByRole('heading', { name: 'Welcome to Kith' }).waitFor();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('');
  await signIn(page.context(), origin, { userName, password });
  // Simulates a server with few members. This server has members of other journeys, and would suggest these.
  await page.route(/users\.suggested/, (route) =>
    route.fulfill({ json: { result: { data: { items: [], nextCursor: null } } } }),
  );
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'First steps' });
  const buffer = await testPhoto();
  await card.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click();
  await card.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'A line about yourself' }).waitFor();
  await page.getByRole('button', { name: 'Skip' }).click();
  const bring = page.getByRole('region', { name: 'Bring your friends' });
  await bring.getByRole('button', { name: 'QR code' }).click();
  await bring.getByRole('img', { name: 'QR code of the address by which friends join' }).waitFor();
  await bring.getByText(`${origin}/signup`).waitFor();
  // Going to another screen ends the introduction.
  const ended = page.waitForResponse(/users\.update/);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  expect((await ended).status()).toBe(200);
  await page.goto('/account');
  await page.getByText('No posts yet').waitFor();
  expect(await card.count()).toBe(0);
  for (const path of ['/home', '/browser']) {
    await page.goto(path);
    await bring.waitFor();
  }
});
