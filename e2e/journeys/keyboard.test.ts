import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, password, post, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < most; presses++) {
    if (await target.first().evaluate((element) => element.matches(':focus'))) {
      expect(await target.first().evaluate((element) => element.matches(':focus-visible')), 'a visible focus').toBe(
        true,
      );
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached with ${most} presses of Tab`);
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

journey('the keyboard alone suffices to sign up, log in, search, follow, post, like and comment', async ({ visit }) => {
  const origin = inject('origin');
  const [ben] = await createMembers(origin, 'ben');
  await post(origin, ben, 'Tea in the garden');
  const userName = uniqueName('kay');

  const page = await visit('/signup');
  await fill(page, 'Username', userName);
  await fill(page, 'Email', `${userName}@kith.example`);
  await fill(page, 'Password', password);
  await fill(page, 'Confirm password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login\b/);

  await activate(page, button(page, 'Log In'));
  await page.waitForURL('**/account');

  await activate(page, page.getByRole('link', { name: 'Browse', exact: true }));
  await page.waitForURL('**/browser');
  await fill(page, 'Search for new friends', ben.userName);
  await activate(page, page.getByRole('link', { name: new RegExp(ben.userName) }));
  await page.waitForURL(`**/user/${ben.userName}`);
  await activate(page, button(page, 'Follow'));
  await button(page, 'Following').waitFor();

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
  await card.getByRole('link', { name: '1 comment' }).waitFor();
  await page.getByRole('status').getByText('Comment posted', { exact: true }).waitFor();

  await activate(page, page.getByRole('link', { name: 'Account', exact: true }));
  await page.getByRole('button', { name: /Open post: Typed, not clicked/ }).waitFor();
});

journey('after a post is deleted the focus stays within the page, not at its start', async ({ visit }) => {
  const origin = inject('origin');
  const [ana] = await createMembers(origin, 'ana');
  await post(origin, ana, 'Soon gone');
  const page = await visit('/account', { as: ana });
  await activate(page, page.getByRole('button', { name: /Open post: Soon gone/ }));
  await activate(page, button(page, 'Delete post'));
  await activate(page, button(page, 'Yes, delete'));
  await page.getByText('No posts yet').waitFor();
  await expect.poll(() => page.locator('main').evaluate((main) => main.matches(':focus'))).toBe(true);
});

journey('links on names are 44 px high for touch, and a card is no Tab stop', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await post(origin, ben, `Up early @${ana.userName} and out`);
  const page = await visit('/home', { as: ana, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const card = page.getByRole('article').filter({ hasText: 'Up early' });
  await card.waitFor();
  expect(await card.getAttribute('tabindex')).toBe('-1');
  const links = card.locator('a');
  const mention = links.filter({ hasText: `@${ana.userName}` }).last();
  await mention.waitFor();
  for (const link of [links.first(), links.nth(1), mention]) {
    const met = await link.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const meets = (off: number) => element.contains(element.ownerDocument.elementFromPoint(x, y + off));
      let [up, down] = [0, 0];
      while (meets(up - 1)) up -= 1;
      while (meets(down + 1)) down += 1;
      return down - up;
    });
    expect(met).toBeGreaterThanOrEqual(43);
  }
});

journey('after deleting a comment or blocking its author the focus is on a harmless element', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const postId = await post(origin, ben, 'Soon out of sight');
  for (const content of ['first', 'second'])
    await callRest(origin, 'POST /comments', { token: ana.token, json: { userId: ana.userId, postId, content } });
  const page = await visit('/home', { as: ana });
  const card = page.getByRole('article').filter({ hasText: 'Soon out of sight' });
  const remove = async () => {
    await activate(page, dialog.getByRole('button', { name: /^Options for the comment/ }));
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  };
  const at = (target: Locator) => expect.poll(() => target.evaluate((element) => element.matches(':focus'))).toBe(true);
  await card.getByRole('link', { name: '2 comments' }).click();
  const dialog = page.getByRole('dialog');
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

journey('on a screen of 280 px a sheet scrolls as a whole, with its footer', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  const page = await visit('/account?popup=personal', { as: ana, viewport: { width: 640, height: 280 } });
  const footer = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await footer.waitFor();
  const box = await footer.boundingBox();
  expect(box?.y).toBeGreaterThan(280);
  await footer.scrollIntoViewIfNeeded();
  expect((await footer.boundingBox())?.y).toBeLessThan(280);
});
