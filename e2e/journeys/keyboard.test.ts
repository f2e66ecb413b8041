import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
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

journey('after a deletion or a block the focus is on a harmless element', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await post(origin, ana, 'Soon gone');
  const postId = await post(origin, ben, 'Soon out of sight');
  for (const content of ['first', 'second'])
    await callRest(origin, 'POST /comments', { token: ana.token, json: { userId: ana.userId, postId, content } });
  const page = await visit('/account', { as: ana });
  const at = (target: Locator) => expect.poll(() => target.evaluate((element) => element.matches(':focus'))).toBe(true);
  await activate(page, page.getByRole('button', { name: /Open post: Soon gone/ }));
  await activate(page, button(page, 'Delete post'));
  await activate(page, button(page, 'Yes, delete'));
  await page.getByText('No posts yet').waitFor();
  await at(page.locator('main'));

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const card = page.getByRole('article').filter({ hasText: 'Soon out of sight' });
  expect(await card.getAttribute('tabindex')).toBe('-1');
  await card
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .click();
  const dialog = page.getByRole('dialog');
  const remove = async () => {
    await activate(page, dialog.getByRole('button', { name: /^Options for the comment/ }));
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  };
  await remove();
  await at(dialog.getByRole('listitem').getByRole('link'));
  await remove();
  await at(dialog);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('menuitem', { name: /^Block/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await card.waitFor({ state: 'detached' });
  await at(page.locator('main'));
});
