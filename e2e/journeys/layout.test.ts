import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { attach, cast, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { photo } from '../fixtures/photo.ts';

const origin = inject('origin');

const popup = (page: Page) => page.getByRole('dialog');
const open = (page: Page, address: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);

journey('a sheet is as wide as the page up to where popups begin', async ({ visit }) => {
  const [ana] = await cast(origin, 'ana');
  const page = await visit('/account?popup=settings', { as: ana, viewport: { width: 640, height: 800 } });
  await popup(page).waitFor();
  // scrollbar-gutter reserves room for the scrollbar; the backdrop does not cover it.
  const backdrop = await page.locator('[data-scroll-lock]').boundingBox();
  await expect.poll(async () => (await popup(page).boundingBox())?.width).toBe(backdrop?.width);
  await page.setViewportSize({ width: 720, height: 800 });
  await expect.poll(async () => (await popup(page).boundingBox())?.width).toBe(560);
});

const faults = `(() => {
  const panel = document.querySelector('aside');
  const [outer, inner] = [panel, panel.querySelector('li a')].map((each) => each.getBoundingClientRect());
  const room = Math.min(inner.left - outer.left, outer.left + panel.clientWidth - inner.right);
  panel.scrollLeft = 50;
  return [panel.scrollLeft !== 0 && 'scrolls sideways', room < 4 && 'clips what is focused: ' + room].filter(Boolean);
})()`;

journey('the friends panel scrolls down only, and clips no ring of the keyboard', async ({ visit }) => {
  const [ana, ben] = await cast(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const page = await visit('/home', { as: ana });
  await page.getByRole('complementary').getByRole('link', { name: ben.userName }).waitFor();
  expect(await page.evaluate(faults)).toEqual([]);
});

journey(
  'beside a long caption the picture is whole and in sight, from the first word to the last',
  async ({ visit }) => {
    const [ana, ben] = await cast(origin, 'ana', 'ben');
    const postId = await post(origin, ben, 'Nobody wanted to go home from the lake that evening. '.repeat(40));
    await attach(origin, ben, postId, await photo());
    const page = await visit(`/user/${ben.userName}?post=${postId}`, {
      as: ana,
      viewport: { width: 1280, height: 700 },
    });
    const image = popup(page).getByRole('img').first();
    const whole = async () => {
      const box = await image.boundingBox();
      const around = await popup(page).locator('[data-scroller]').boundingBox();
      return box && around && box.height > 300 && box.y >= around.y && box.y + box.height <= around.y + around.height;
    };
    await expect.poll(whole).toBe(true);
    await popup(page).getByLabel('Write a comment…').scrollIntoViewIfNeeded();
    await expect.poll(whole).toBe(true);
  },
);

const smallFields = `[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea')]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16).map((each) => each.ariaLabel ?? each.labels[0]?.textContent)`;

journey('on a phone no field is so small that the browser zooms in', async ({ visit }) => {
  const [ana, ben] = await cast(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await post(origin, ben, 'To be commented on');
  const page = await visit('/home', { as: ana, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const check = async (address: string, label: string) => {
    await open(page, address);
    await page.getByLabel(label).first().waitFor();
    expect(await page.evaluate(smallFields), address).toEqual([]);
  };
  await check('/home', 'Write a comment…');
  await check('/home?popup=friends', 'Search for a friend...');
  await check('/browser', 'Search for new friends');
  await check(`/messages?userId=${ben.userId}`, 'Write a message…');
  await check('/account?popup=compose', 'Location');
  await check('/account?popup=settings', 'Language');
  await check('/account?popup=edit-profile', 'Bio');
  await check('/account?popup=privacy', 'New password');
});
