import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

const popup = (page: Page) => page.getByRole('dialog');
const open = (page: Page, address: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);

journey('a sheet is as wide as the page on screens too narrow for popups', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/account?popup=settings', { as: ana, viewport: { width: 640, height: 800 } });
  await popup(page).waitFor();
  // The backdrop is narrower than the viewport, because scrollbar-gutter reserves space for the scrollbar.
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

journey('the friends panel scrolls vertically only, and clips no focus ring', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const page = await visit('/home', { as: ana });
  await page.getByRole('complementary').getByRole('link', { name: ben.userName }).waitFor();
  expect(await page.evaluate(faults)).toEqual([]);
});

journey('beside a long caption the picture is whole and visible at every scroll position', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const postId = await post(origin, ben, 'Nobody wanted to go home from the lake that evening. '.repeat(40));
  await attachPicture(origin, ben, postId, await testPhoto());
  const page = await visit(`/user/${ben.userName}`, { as: ana, viewport: { width: 1280, height: 700 } });
  await page.getByRole('button', { name: /^Open post/ }).click();
  const image = popup(page).getByRole('img').first();
  const whole = async () => {
    const box = await image.boundingBox();
    const around = await popup(page).locator('[data-scroller]').boundingBox();
    return box && around && box.height > 300 && box.y >= around.y && box.y + box.height <= around.y + around.height;
  };
  await expect.poll(whole).toBe(true);
  await popup(page).getByLabel('Write a comment…').scrollIntoViewIfNeeded();
  await expect.poll(whole).toBe(true);
});

const smallFields = `[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea')]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16).map((each) => each.ariaLabel ?? each.labels[0]?.textContent)`;

journey('on a phone no field has a font so small that the browser zooms in', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
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

/** Replaces the numbers of unread notifications and messages in responses of the server by `count`, also in batched responses. */
const sayUnread = (page: Page, count: number) =>
  page.route(/\/trpc\/[^?]*unreadCount/, async (route) => {
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
    const response = await route.fetch();
    const answers = [(await response.json()) as { result: { data: object } }].flat();
    const json = answers.map((answer, index) =>
      names[index]?.endsWith('unreadCount') ? { result: { data: { count } } } : answer,
    );
    await route.fulfill({ response, json });
  });

const badges = `[...document.querySelectorAll('a:has(svg) .absolute')].filter((each) => each.offsetWidth).map((badge) => {
  const [own, around] = [badge, badge.closest('a')].map((each) => each.getBoundingClientRect());
  const words = badge.closest('a').querySelector('span:not(:has(*)):not(.absolute *)')?.getBoundingClientRect();
  return {
    text: badge.firstChild.textContent,
    line: own.height < 20,
    inside: own.left >= around.left && own.right <= around.right,
    clear: !words || words.width < 2 || own.right <= words.left,
  };
})`;

journey('at every width the badge of 100 unread items is one line and covers no neighbour', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/404', { as: ana, allow: /404/ });
  for (const width of [320, 390, 800, 1280]) {
    await sayUnread(page, 120);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/account');
    const one = { text: '99+', line: true, inside: true, clear: true };
    await expect.poll(() => page.evaluate(badges), { message: `${width} px` }).toEqual([one, one]);
    // Removes the route handlers without waiting for requests in flight.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

for (const language of ['es', 'pl'] as const) {
  const say = translator(language);

  journey(`followers are one line each on a phone, in ${language}`, async ({ visit }) => {
    const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
    for (const each of [ben, eve]) await follow(origin, each, ana);
    await follow(origin, ana, ben);
    const viewport = { width: 390, height: 844 };
    const page = await visit('/account?popup=followers', { as: ana, viewport, locale: locales[language] });
    const rows = popup(page).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(70);
  });

  journey(`the texts of a tile do not overlap at 320 px, in ${language}`, async ({ visit }) => {
    const [ana] = await createMembers(origin, 'ana');
    await post(origin, ana, 'Nobody wanted to go home from the lake that evening. '.repeat(4));
    const page = await visit('/account', {
      as: ana,
      viewport: { width: 320, height: 640 },
      locale: locales[language],
    });
    const tile = page.getByRole('list', { name: ana.userName }).getByRole('button').first();
    const note = await tile.getByText(say('post.noImage')).boundingBox();
    const caption = await tile.locator('[aria-hidden] > span').first().boundingBox();
    const whole = await tile.boundingBox();
    expect(note && caption && whole && caption.y + caption.height <= note.y).toBe(true);
    expect(note && whole && note.y + note.height <= whole.y + whole.height).toBe(true);
  });
}

journey('a transparent picture shows the page behind it, not its blurred placeholder', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><circle cx="200" cy="150" r="90"/></svg>';
  await attachPicture(
    origin,
    ana,
    await post(origin, ana, 'A logo'),
    await sharp(Buffer.from(circle)).png().toBuffer(),
  );
  await attachPicture(origin, ana, await post(origin, ana, 'A photograph'), await testPhoto());
  const page = await visit('/account', { as: ana });
  const behind = (caption: string) =>
    page
      .getByRole('button', { name: new RegExp(caption) })
      .locator('div:has(> img)')
      .getAttribute('style');
  const waiting = async (caption: string) =>
    (await imageState(page.getByRole('button', { name: new RegExp(caption) }).locator('img'))).width;
  for (const caption of ['A logo', 'A photograph']) await expect.poll(() => waiting(caption)).toBeGreaterThan(0);
  await expect.poll(() => behind('A logo')).not.toContain('background-image');
  // A preview is removed only from behind a transparent picture, which would let the preview show through.
  expect(await behind('A photograph')).toContain('background-image');
});

for (const width of [1700, 2560])
  journey(`the menu has the same position on Home and Messages, at ${width} px`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit('/home', { as: ana, viewport: { width, height: 900 } });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const { x } = (await menu.boundingBox()) ?? {};
    await page.goto(`/messages?userId=${ben.userId}`);
    await page.getByLabel('Write a message…').waitFor();
    expect((await menu.boundingBox())?.x).toBe(x);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

journey(
  'menu, chats, conversation and panel are one centred group, and a panel that is hidden stays so',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit(`/messages?userId=${ben.userId}`, { as: ana, viewport: { width: 1200, height: 900 } });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const panel = page.getByRole('complementary', { name: 'About this chat' });
    const chat = page.getByRole('region', { name: new RegExp(ben.userName) });
    for (const width of [1200, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await panel.getByRole('link', { name: ben.userName }).waitFor();
      const placed = async () => {
        const [first, last] = [await menu.boundingBox(), await panel.boundingBox()];
        if (!first || !last) return null;
        const left = Math.round(first.x);
        const right = Math.round(width - last.x - last.width);
        // This page has no scrollbar, so the group may be wider than on other pages by the 16 px of a scrollbar.
        return { centred: left === right, grouped: width - left - right <= 1280 + 16 };
      };
      await expect.poll(placed, { message: `${width} px` }).toEqual({ centred: true, grouped: true });
      expect((await chat.boundingBox())?.width, `${width} px`).toBeGreaterThanOrEqual(380);
    }
    await page.getByRole('button', { name: 'About this chat' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Write a message…').waitFor();
    expect(await page.getByRole('button', { name: 'About this chat' }).getAttribute('aria-expanded')).toBe('false');
    expect(await panel.count()).toBe(0);
  },
);
