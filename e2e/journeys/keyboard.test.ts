import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { createMembers, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { tabTo } from '../fixtures/tabTo.ts';

const origin = inject('origin');

async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

journey('the keyboard alone suffices to search, follow, post, like and comment', async ({ visit }) => {
  const [kay, ben] = await createMembers(origin, 'kay', 'ben');
  await post(origin, ben, 'Tea in the garden');
  const page = await visit('/account', { as: kay });
  await activate(page, page.getByRole('link', { name: 'Browse', exact: true }));
  await page.waitForURL('**/browser');
  await fill(page, 'Search for new friends', ben.userName);
  await activate(page, page.getByRole('link', { name: new RegExp(ben.userName) }));
  await page.waitForURL(`**/user/${ben.userName}`);
  await activate(page, button(page, 'Follow'));
  await button(page, 'Unfollow').waitFor();

  await activate(page, button(page, 'Add'));
  const sheet = page.getByRole('dialog');
  await tabTo(page, sheet.getByLabel("What's on your mind?"));
  await page.keyboard.type('Typed, not clicked');
  await activate(page, sheet.getByRole('button', { name: 'Post', exact: true }));
  await sheet.waitFor({ state: 'detached' });

  await activate(page, page.getByRole('link', { name: 'Home', exact: true }));
  await page.waitForURL('**/home');
  await page.getByRole('status').getByText('Home · Kith', { exact: true }).waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Tea in the garden' });
  await activate(page, card.getByRole('button', { name: /^Like/ }));
  await card.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
  await tabTo(page, card.getByLabel('Write a comment…'));
  await page.keyboard.type('Save me a cup');
  await page.keyboard.press('Enter');
  await card.getByRole('listitem').filter({ hasText: 'Save me a cup' }).waitFor();
  await card.getByRole('button', { name: '1 comment' }).waitFor();
  await page.getByRole('status').getByText('Comment posted', { exact: true }).waitFor();

  await activate(page, page.getByRole('link', { name: 'Account', exact: true }));
  await page.getByRole('button', { name: /Open post: Typed, not clicked/ }).waitFor();
});
