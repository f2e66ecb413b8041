// Rare: geometry that no screen of the sweep shows, such as odd sizes, long names, right-to-left text and forced colours.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { imageState, journey, styleOf } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
const popup = (page: Page) => page.getByRole('dialog');

journey(
  'a sheet is as wide as the page on screens too narrow for popups, and scrolls on low ones',
  async ({ visit }) => {
    const [ana] = await createMembers(origin, 'ana');
    const page = await visit('/account?popup=settings', { as: ana, viewport: { width: 640, height: 800 } });
    await popup(page).waitFor();
    // The backdrop is narrower than the viewport, because scrollbar-gutter reserves space for the scrollbar.
    const backdrop = await page.locator('[data-scroll-lock]').boundingBox();
    await expect.poll(async () => (await popup(page).boundingBox())?.width).toBe(backdrop?.width);
    await page.setViewportSize({ width: 720, height: 800 });
    await expect.poll(async () => (await popup(page).boundingBox())?.width).toBe(560);
    await page.setViewportSize({ width: 640, height: 280 });
    await page.goto('/account?popup=personal');
    const footer = popup(page).getByRole('button', { name: 'Cancel' });
    await footer.waitFor();
    expect((await footer.boundingBox())?.y).toBeGreaterThan(280);
    await footer.scrollIntoViewIfNeeded();
    expect((await footer.boundingBox())?.y).toBeLessThan(280);
  },
);

const panelFaults = `(() => {
  const panel = document.querySelector('aside');
  const [outer, inner] = [panel, panel.querySelector('li a')].map((each) => each.getBoundingClientRect());
  const room = Math.min(inner.left - outer.left, outer.left + panel.clientWidth - inner.right);
  panel.scrollLeft = 50;
  return [panel.scrollLeft !== 0 && 'scrolls sideways', room < 4 && 'clips what is focused: ' + room].filter(Boolean);
})()`;

journey(
  'the friends panel scrolls vertically only, and its search finds those beyond the first page',
  async ({ visit }) => {
    const [ana, first, second] = await createMembers(origin, 'ana', 'first', 'second');
    for (const friend of [first, second]) await follow(origin, ana, friend);
    const page = await visit('/browser', { as: ana });
    // Limits each page of the list of friends to one member instead of five hundred.
    await page.route(/follows\.following/, (route) =>
      route.continue({ url: route.request().url().replace('%22limit%22%3A500', '%22limit%22%3A1') }),
    );
    await page.goto('/home');
    const panel = page.getByRole('complementary', { name: 'People you follow' });
    await panel.getByRole('listitem').first().waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(1);
    expect(await page.evaluate(panelFaults)).toEqual([]);
    await panel.getByLabel('Search for a friend...').fill('first');
    await panel.getByRole('link', { name: first.userName }).waitFor();
    await panel.getByLabel('Search for a friend...').fill('nobody');
    await panel.getByText('No friends found').waitFor();
  },
);

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

/** Replaces the numbers of unread notifications and messages in responses of the server by 120, also in batched responses. */
const sayUnread = (page: Page) =>
  page.route(/\/trpc\/[^?]*unreadCount/, async (route) => {
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
    const response = await route.fetch();
    const answers = [(await response.json()) as { result: { data: object } }].flat();
    const json = answers.map((answer, index) =>
      names[index]?.endsWith('unreadCount') ? { result: { data: { count: 120 } } } : answer,
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
    await sayUnread(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/account');
    const one = { text: '99+', line: true, inside: true, clear: true };
    await expect.poll(() => page.evaluate(badges), { message: `${width} px` }).toEqual([one, one]);
    // Removes the route handlers without waiting for requests in flight.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

journey(
  'menu, chats, conversation and panel are one centred group, and a panel that is hidden stays so',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit('/home', { as: ana, viewport: { width: 1700, height: 900 } });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const home = (await menu.boundingBox())?.x;
    await page.goto(`/messages?userId=${ben.userId}`);
    await page.getByLabel('Write a message…').waitFor();
    expect((await menu.boundingBox())?.x).toBe(home);
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

journey('a transparent picture shows the page behind it, not its blurred placeholder', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><circle cx="200" cy="150" r="90"/></svg>';
  const logo = await sharp(Buffer.from(circle)).png().toBuffer();
  await attachPicture(origin, ana, await post(origin, ana, 'A logo'), logo);
  await attachPicture(origin, ana, await post(origin, ana, 'A photograph'), await testPhoto());
  const page = await visit('/account', { as: ana });
  const tile = (caption: string) => page.getByRole('button', { name: new RegExp(caption) });
  const behind = (caption: string) => tile(caption).locator('div:has(> img)').getAttribute('style');
  for (const caption of ['A logo', 'A photograph'])
    await expect.poll(async () => (await imageState(tile(caption).locator('img'))).width).toBeGreaterThan(0);
  await expect.poll(() => behind('A logo')).not.toContain('background-image');
  // A preview is removed only from behind a transparent picture, which would let the preview show through.
  expect(await behind('A photograph')).toContain('background-image');
});

const words = 'שלום!';

/** A script that returns whether the final punctuation mark is left of the first letter, as in right-to-left text. */
const endsLeft = `(() => {
  const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    if (all.currentNode.data !== '${words}' || !all.currentNode.parentElement.closest('article, [role=log]')) continue;
    const left = (at) => {
      const range = new Range();
      range.setStart(all.currentNode, at);
      range.setEnd(all.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    };
    return left(${words.length - 1}) < left(0);
  }
})()`;

const cutWithDots = `(() => {
  const name = document.querySelector('h1 a span');
  return name.scrollWidth > name.clientWidth && getComputedStyle(name).textOverflow === 'ellipsis' &&
    getComputedStyle(name).display === 'block';
})()`;

journey('right-to-left text runs from right to left, and a name too long for a phone is cut', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'WWWWWWWWWWWWW');
  await follow(origin, ana, ben);
  await post(origin, ben, words);
  const json = { senderId: ben.userId, receiverId: ana.userId, content: words };
  await callRest(origin, 'POST /messages', { token: ben.token, json });
  const page = await visit('/home', { as: ana, viewport: { width: 320, height: 640 } });
  await expect.poll(() => page.evaluate(endsLeft)).toBe(true);
  await page.goto(`/messages?userId=${ben.userId}`);
  await expect.poll(() => page.evaluate(endsLeft)).toBe(true);
  expect(await page.evaluate(cutWithDots)).toBe(true);
});

const lines = `[...document.querySelectorAll('[role=group] > [aria-pressed]')].map((each) => getComputedStyle(each).borderTopWidth)`;
const knobIsSeen = `(() => {
  const knob = document.querySelector('[role=switch] > span > span');
  return getComputedStyle(knob).backgroundColor !== getComputedStyle(knob.parentElement).backgroundColor;
})()`;

journey(
  'forced colours show what is selected, and a post of words alone looks the same everywhere',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    await post(origin, ben, 'The lake is warm #lake');
    const page = await visit('/notification', { as: ana, forcedColors: 'active' });
    await page.getByRole('button', { name: 'Likes', exact: true }).click();
    await expect.poll(() => page.evaluate(lines)).toEqual(['1px', '1px', '3px', '1px']);
    await page.goto('/account?popup=settings');
    await page.getByRole('switch', { name: 'Dark mode' }).waitFor();
    expect(await page.evaluate(knobIsSeen)).toBe(true);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.goto('/home');
    const tile = page.locator('[data-tile]').first();
    const ground = await styleOf(tile, 'backgroundColor');
    expect(await styleOf(tile.getByText('The lake is warm'), 'fontSize')).toBe('28px');
    // A click on the tile opens the post, but a click on a link in the text follows the link.
    await tile.getByRole('link', { name: '#lake' }).click();
    await page.waitForURL('**/tag/lake');
    await page.goBack();
    await page.getByRole('heading', { name: '#lake' }).waitFor({ state: 'detached' });
    await tile.click({ position: { x: 10, y: 10 } });
    expect(await styleOf(popup(page).locator('[data-tile]'), 'backgroundColor')).toBe(ground);
    await page.goto(`/user/${ben.userName}`);
    const square = page.getByRole('listitem').getByRole('button', { name: /The lake is warm/ });
    expect(await styleOf(square, 'backgroundColor')).toBe(ground);
  },
);

journey('a narrow phone with text at 200 % scrolls no page sideways', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await post(origin, ben, 'Out on the lake');
  // 320 px at twice the size.
  const viewport = { width: 160, height: 320 };
  const page = await visit('/home', { as: ana, viewport });
  await page.getByText('Out on the lake').first().waitFor();
  const visitor = await visit('/login', { viewport });
  await visitor.getByRole('button', { name: 'Polski' }).waitFor();
  for (const each of [page, visitor])
    expect(await each.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});
