import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, password, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
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

  await focused(heading('What do your friends call you?'));
  await type(page, 'Name', 'Nova Łęcka');
  await press('Continue');
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
  await heading('Nova Łęcka').waitFor();
  await page.getByText(`@${userName}`, { exact: true }).first().waitFor();
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
});
