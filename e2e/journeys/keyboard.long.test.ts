// Rare: where the focus goes when what had it is gone.
import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { tabTo } from '../fixtures/tabTo.ts';

const origin = inject('origin');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

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
