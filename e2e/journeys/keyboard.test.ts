import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { cast, newName, password, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

/** Goes on with the Tab key until `target` has the focus, as somebody without a mouse does. */
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

journey('by keyboard alone: sign up, log in, find a person, follow, post, like, comment', async ({ visit }) => {
  const origin = inject('origin');
  const [ben] = await cast(origin, 'ben');
  await post(origin, ben, 'Tea in the garden');
  const userName = newName('kay');

  const page = await visit('/signup');
  await fill(page, 'Username', userName);
  await fill(page, 'Email', `${userName}@kith.example`);
  await fill(page, 'Password', password);
  await fill(page, 'Confirm password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login\b/);

  await fill(page, 'Username or email', userName);
  await fill(page, 'Password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');

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
  const card = page.getByRole('article').filter({ hasText: 'Tea in the garden' });
  await activate(page, card.getByRole('button', { name: /^Like/ }));
  await card.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
  await tabTo(page, card.getByLabel('Write a comment…'));
  await page.keyboard.type('Save me a cup');
  await page.keyboard.press('Enter');
  await card.getByRole('listitem').filter({ hasText: 'Save me a cup' }).waitFor();
  await card.getByRole('button', { name: '1 comment' }).waitFor();

  await activate(page, page.getByRole('link', { name: 'Account', exact: true }));
  await page.getByRole('button', { name: /Open post: Typed, not clicked/ }).waitFor();
});

journey('after a post is deleted the keyboard goes on in the page, not before it', async ({ visit }) => {
  const origin = inject('origin');
  const [ana] = await cast(origin, 'ana');
  await post(origin, ana, 'Soon gone');
  const page = await visit('/account', { as: ana });
  await activate(page, page.getByRole('button', { name: /Open post: Soon gone/ }));
  await activate(page, button(page, 'Delete post'));
  await activate(page, button(page, 'Yes, delete'));
  await page.getByText('No posts yet').waitFor();
  await expect.poll(() => page.locator('main').evaluate((main) => main.matches(':focus'))).toBe(true);
});
