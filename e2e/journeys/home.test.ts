import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { comment, createMembers, follow, like, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { drag } from '../fixtures/touch.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Picture = { naturalWidth: number; isConnected: boolean; src: string };

/** Returns the numbers of likes and comments that the card of the post shows. */
const figures = (page: Page) => page.locator('article :is(button, a)').filter({ hasText: /^\d+$/ }).allInnerTexts();

journey('a card shows likes and comments live, its age, and its long caption on request', async ({ visit }) => {
  const [ada, ben, cem] = await createMembers(origin, 'ada', 'ben', 'cem');
  await follow(origin, ada, ben);
  const end = 'And that was all.';
  const postId = await post(origin, ben, `${'It rained, and nobody minded at all. '.repeat(40)}${end}`);
  const page = await visit('/home', { as: ada });
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  // The reader does not follow the member who likes: events depend on the posts on screen, not on follows. The like is
  // repeated until it appears, because the page receives no event of a like before it has subscribed to the post.
  await expect
    .poll(async () => {
      await callRest(origin, 'DELETE /likes', { token: cem.token, json: { userId: cem.userId, postId } });
      await like(origin, cem, postId);
      return figures(page);
    })
    .toEqual(['1', '0']);
  await comment(origin, cem, postId, 'Me.');
  await expect.poll(() => figures(page)).toEqual(['1', '1']);

  expect(await more.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByText(end).count()).toBe(0);
  await more.press('Enter');
  await page.getByText(end).waitFor();
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Show less');
  await page.keyboard.press('Enter');
  await page.getByText(end).waitFor({ state: 'detached' });
  // The link to the post has the full time as its accessible name.
  const year = String(new Date().getFullYear());
  await page.getByRole('link', { name: new RegExp(year) }).waitFor();
  expect(await page.getByRole('article').first().locator('time').getAttribute('title')).toContain(year);
  await page.reload();
  await expect.poll(() => figures(page)).toEqual(['1', '1']);
});

journey('on a phone, a tap on Home scrolls up, a pull refreshes, and a sheet is dragged away', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  for (let each = 1; each <= 8; each += 1) await post(origin, ben, `Word ${each}`);
  const page = await visit('/home', { as: ana, ...phone, reducedMotion: 'reduce' });
  await page.getByText('Word 8').waitFor();
  await page.evaluate('scrollTo(0, 900)');
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  // Nothing is fetched until the finger has been dragged far enough.
  let requests = 0;
  page.on('request', (request) => {
    if (/feed\.home/.test(request.url())) requests += 1;
  });
  await drag(page, { x: 195, y: 300 }, 40);
  expect(requests).toBe(0);
  await drag(page, { x: 195, y: 300 }, 260);
  await expect.poll(() => requests).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Browse', exact: true }).click();
  await page.waitForURL('**/explore');
  await page.getByRole('link', { name: 'Search for new friends' }).click();
  await page.waitForURL('**/browser');
  await page.getByLabel('Search for new friends').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/explore');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Your year' }).click();
  await page.waitForURL('**/year/*');
  await page.getByRole('banner').getByRole('button', { name: 'Back', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.waitFor();
  await drag(page, { x: 195, y: 28 }, 15);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(0);
  await drag(page, { x: 195, y: 28 }, 300);
  await sheet.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/account');
});

journey('a new post is on top of Home from the tap on, without a jump, and stays', async ({ visit }) => {
  const [eva, iwo] = await createMembers(origin, 'eva', 'iwo');
  await follow(origin, eva, iwo);
  await post(origin, iwo, 'An older post');
  const page = await visit('/home', { as: eva });
  // What is new today moves the feed before anything is measured.
  await page.waitForResponse(/today\.read/);
  await page.getByText('An older post').waitFor();
  const sheet = page.getByRole('dialog');
  const card = page.getByRole('article').first();
  const hold = async (calls: RegExp) => {
    const held = Promise.withResolvers<void>();
    await page.route(calls, async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  };
  const tops = `[...document.querySelectorAll('article')].map((each) => each.getBoundingClientRect().y + scrollY)`;
  const boxes = () => page.evaluate<number[]>(tops);

  const publish = await hold(/posts\.create/);
  const upload = await hold(/\/posts\/\d+\/images$/);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await sheet.getByLabel("What's on your mind?").fill('A bicycle to give away');
  await sheet.getByRole('button', { name: 'Disappears' }).click();
  await page.getByRole('menuitemradio', { name: 'After a week' }).click();
  const files = ['left.jpg', 'right.jpg'];
  const buffer = await testPhoto();
  await sheet
    .locator('input[type=file]')
    .setInputFiles(files.map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  // The sheet closes, and the card shows the pictures from their files, before the server has answered.
  await sheet.waitFor({ state: 'detached' });
  await card.getByText('A bicycle to give away').waitFor();
  await card.getByText('Posting…').waitFor();
  await card.getByText('until', { exact: false }).first().waitFor();
  // The code of several pictures takes the place of the first alone.
  await card.getByText('Picture 1 of 2').waitFor();
  const picture = card.getByRole('img').first();
  await expect.poll(() => picture.evaluate((img: Picture) => img.naturalWidth)).toBeGreaterThan(100);
  const [before, element] = [await boxes(), await picture.elementHandle()];

  const watchShifts = () =>
    page.evaluateHandle<{ value: number }[]>(`(() => {
      const shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((each) => !each.hadRecentInput)))
        .observe({ type: 'layout-shift' });
      return shifts;
    })()`);
  const expectStill = async (shifts: Awaited<ReturnType<typeof watchShifts>>, places: number[]) => {
    expect(await boxes()).toEqual(places);
    expect(await shifts.evaluate((all) => all.filter(({ value }) => value > 0.001).length)).toBe(0);
  };

  // Once the text is published, the card is liked and commented, while its pictures are held back. No card moves.
  const published = await watchShifts();
  const saved = ['likes.add', 'comments.create'].map((call) =>
    page.waitForResponse((response) => response.url().includes(call)),
  );
  publish();
  await card.getByRole('button', { name: /^Like/ }).click();
  await card.getByRole('progressbar').waitFor();
  await expectStill(published, before);
  await card.getByLabel('Write a comment…').fill('Still there');
  await card.getByLabel('Write a comment…').press('Enter');
  await Promise.all(saved);
  await card.getByRole('button', { name: /^Reply to/ }).waitFor();
  expect(await card.getByRole('progressbar').count()).toBe(1);
  const [uploaded, commented] = [await watchShifts(), await boxes()];
  upload();
  await card.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByText('Your post is out.').waitFor();
  // The same picture is still on the screen, and the likes and comments are counted.
  expect(await element?.evaluate((img: Picture) => img.isConnected && img.src.startsWith('blob:'))).toBe(true);
  await expectStill(uploaded, commented);
  expect((await figures(page)).slice(0, 2)).toEqual(['1', '1']);

  // A post of another device is added live.
  await post(origin, eva, 'Also a saddle');
  await card.getByText('Also a saddle').waitFor();
  await page.reload();
  await card.getByText('Also a saddle').waitFor();
  const bicycle = page.getByRole('article').nth(1);
  await bicycle.getByText('A bicycle to give away').waitFor();
  await bicycle.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
  await bicycle.getByRole('button', { name: '1 comment' }).waitFor();
  await bicycle.getByText('Picture 1 of 2').waitFor();
  const made = await callRest<{ expiresAt: string }[]>(origin, `GET /users/${eva.userId}/posts`, { token: eva.token });
  expect(Math.round((Date.parse(made[1]?.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(7);
});

journey('below one’s first post are people to follow', async ({ visit }) => {
  const [eva] = await createMembers(origin, 'eva', 'iwo');
  await post(origin, eva, 'Is anybody here?');
  const page = await visit('/home', { as: eva });
  await page.getByText('Is anybody here?').waitFor();
  await page.getByRole('heading', { name: 'Who to follow' }).waitFor();
});

journey('a saved post is listed', async ({ visit }) => {
  const [eva, iwo] = await createMembers(origin, 'eva', 'iwo');
  await follow(origin, eva, iwo);
  const postId = await post(origin, iwo, 'An older post');
  const page = await visit('/home', { as: eva, allow: /status of 404/ });
  const older = page.getByRole('article').filter({ hasText: 'An older post' });
  // A saved post is listed, and leaves the list when its audience is narrowed.
  const saved = page.waitForResponse(/bookmarks\.add/);
  await older.getByRole('button', { name: 'Save' }).click();
  await older.getByRole('button', { name: 'Save', pressed: true }).waitFor();
  await saved;
  await page.goto('/account');
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await page.getByRole('button', { name: /An older post/ }).waitFor();
  const json = { caption: 'For me alone', audience: 'private' };
  await callRest(origin, `PATCH /posts/${postId}`, { token: iwo.token, json });
  await page.reload();
  await page.getByText('Nothing saved yet').waitFor();
});
