import type { Locator } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey, styleOf } from '../fixtures/journey.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

const ground = (tile: Locator): Promise<string> => styleOf(tile, 'backgroundColor');

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  journey(`a text-only post looks the same in feed, grid and on its page, at ${width} px`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const postId = await post(origin, ben, 'The lake is warm #lake');
    const options = { as: ana, colorScheme, viewport: { width, height: 860 } };
    const page = await visit('/home', options);
    const card = page.getByRole('article').filter({ hasText: 'The lake is warm' });
    const tile = card.locator('[data-tile]');
    const face = await ground(tile);
    // The text is large, and there is no placeholder for a picture.
    expect(await styleOf(tile.getByText('The lake is warm'), 'fontSize')).toBe('28px');
    expect(await card.getByText('No image available').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    // A click on the tile opens the post, but a click on a link in the text follows the link.
    await tile.getByRole('link', { name: '#lake' }).click();
    await page.waitForURL('**/tag/lake');
    await page.goBack();
    // The screen of the tag also shows the posts of other journeys, so the test waits until it is gone.
    await page.getByRole('heading', { name: '#lake' }).waitFor({ state: 'detached' });
    await tile.click({ position: { x: 10, y: 10 } });
    const popup = page.getByRole('dialog');
    expect(await ground(popup.locator('[data-tile]'))).toBe(face);
    expect(new URL(page.url()).pathname).toBe(`/post/${postId}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Closing goes back in the history, which would abort the navigation below, so the test waits for the URL.
    await page.keyboard.press('Escape');
    await page.waitForURL('**/home');

    await page.goto(`/user/${ben.userName}`);
    const square = page.getByRole('listitem').getByRole('button', { name: /The lake is warm/ });
    expect(await ground(square)).toBe(face);
    await square.getByText('No image available').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

for (const language of languagesFor('pl')) {
  journey(`a card shows its age, and the full time on request, in ${language}`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    await post(origin, ben, 'Just now');
    const page = await visit('/home', { as: ana, locale: locales[language] });
    const time = page.getByRole('article').filter({ hasText: 'Just now' }).locator('time');
    const now = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
    await time.getByText(now, { exact: true }).waitFor();
    const year = String(new Date().getFullYear());
    expect(await time.getAttribute('title')).toContain(year);
    // The link to the post has the full time as its accessible name.
    await page.getByRole('link', { name: new RegExp(year) }).waitFor();
  });
}

for (const language of languagesFor('es')) {
  journey(
    `the button of a followed member is plain, and its menu and the keyboard unfollow, in ${language}`,
    async ({ visit }) => {
      const say = translator(language);
      const [ana, ben] = await createMembers(origin, 'ana', 'ben');
      await follow(origin, ana, ben);
      const page = await visit(`/user/${ben.userName}`, { as: ana, locale: locales[language] });
      const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
      const leave = page.getByRole('menuitem', { name: say('profile.unfollow') });
      await button('profile.followed').focus();
      await page.keyboard.press('Enter');
      await leave.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => button('profile.followed').evaluate((each) => each.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => leave.evaluate((each) => each.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => button('profile.follow').evaluate((each) => each.matches(':focus'))).toBe(true);
      await page.getByText(/^0\s/).first().waitFor();
      // The focus is on the Follow button, which Enter presses.
      await page.keyboard.press('Enter');
      await button('profile.followed').waitFor();
    },
  );
}

journey('at 400 % zoom nothing overflows the page, and forced colours keep the edge of a tile', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const postId = await post(
    origin,
    ben,
    'Donaudampfschifffahrtsgesellschaftskapitän #konstantynopolitanczykowianeczka',
  );
  const page = await visit('/home', { as: ana, viewport: { width: 320, height: 256 }, forcedColors: 'active' });
  const tile = page.locator('[data-tile]').first();
  await tile.waitFor();
  expect(await styleOf(tile, 'borderTopStyle')).toBe('solid');
  for (const path of ['/home', '/browser', '/explore', '/notification', `/post/${postId}`, '/account', '/settings']) {
    await page.goto(path);
    await page.locator('main, [role=dialog]').first().waitFor();
    const wide = 'document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth';
    await expect.poll(() => page.evaluate(wide), { message: path }).toBeLessThanOrEqual(0);
  }
});
