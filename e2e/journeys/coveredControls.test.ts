import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Returns the names of usable controls inside `within` whose centre is covered by a toast or by the offline banner. */
const covered = (page: Page, within = 'body') =>
  page.evaluate<string[]>(`(() => {
    const overlay = '[data-toast], #content > [role=status] > p';
    return [...document.querySelectorAll('a, button, input, textarea, select')].filter((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = width && document.elementFromPoint(x + width / 2, y + height / 2);
      return top && control.closest('${within}') && !control.closest('[inert], ' + overlay) && top.closest(overlay);
    }).map((control) => control.ariaLabel ?? control.textContent);
  })()`);

const shown = (page: Page) => page.locator('[data-toast]');

for (const [width, options] of Object.entries({ phone, desktop: { viewport: { width: 1280, height: 860 } } })) {
  journey(`an offline chat shows its back button, on a ${width}`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit('/messages', { as: ana, allow: /ERR_|Failed to fetch/, ...options });
    await page.getByRole('link', { name: new RegExp(ben.userName) }).click();
    await page.getByLabel('Write a message…').fill('Are you there?');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await expect.poll(() => covered(page)).toEqual([]);
    await page.getByLabel('Write a message…').press('Enter');
    if (width === 'phone') {
      await page.getByRole('button', { name: 'Back to chats' }).click();
      await page.getByLabel('Write a message…').waitFor({ state: 'detached' });
    } else await page.getByRole('heading').getByRole('link', { name: ben.userName, exact: true }).click();
    await expect.poll(() => covered(page)).toEqual([]);
  });

  journey(`a toast covers no sheet, chat or menu, on a ${width}`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit('/account?popup=compose', { as: ana, ...options });
    const words = page.getByRole('dialog').getByLabel("What's on your mind?");
    await words.fill('The first of two');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await shown(page).waitFor();
    // The toast may cover content, which can be scrolled out from under the toast, but not the menu.
    expect(await covered(page, 'nav')).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await words.fill('The second');
    expect(await covered(page)).toEqual([]);
    const [toast, field] = [await shown(page).boundingBox(), await words.boundingBox()];
    expect(toast && field && toast.y + toast.height <= field.y).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`/messages?userId=${ben.userId}`);
    await page.getByRole('button', { name: `More about ${ben.userName}` }).click();
    await page.getByRole('menuitem', { name: `Mute ${ben.userName}` }).click();
    await page.getByRole('button', { name: 'For a day' }).click();
    await shown(page).getByText(ben.userName).waitFor();
    expect(await covered(page)).toEqual([]);
  });
}

journey('the banner of a lost connection covers no fixed element', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  for (let each = 0; each < 8; each += 1) await post(origin, ben, `Words ${each}`);
  const page = await visit('/home', { as: ana, allow: /ERR_/ });
  await page.getByText('Words 7').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.evaluate('scrollTo(0, 600)');
  const banner = page.locator('#content > [role=status] > p');
  await expect.poll(async () => (await banner.boundingBox())?.y).toBe(0);
  const aside = await page.getByRole('complementary').boundingBox();
  expect(aside?.y).toBe((await banner.boundingBox())?.height);
});
