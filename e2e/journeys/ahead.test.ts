import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { imageState, journey, styleOf } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

const origin = inject('origin');

/** Creates an author with a picture post, and a member who follows the author. Returns the follower and the author. */
async function twoFriends(): Promise<[Member, Member]> {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await attachPicture(origin, ben, await post(origin, ben, 'Morning at the lake @ana #lake'), await testPhoto());
  return [ana, ben];
}

/** Delays the app's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/bootstrap-/, (route) => released.then(() => route.continue()));
  return resolve;
}

for (const width of [390, 1440])
  journey(`at ${width} px the feed is rendered before the app has loaded, and does not move`, async ({ visit }) => {
    const [ana, ben] = await twoFriends();
    const page = await visit('/home', { as: ana, viewport: { width, height: 860 } });
    await page.getByRole('article').first().waitFor();
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });

    const outline = page.locator('[data-outline-of=home]');
    const early = outline.locator('[data-part=picture] img').first();
    await early.waitFor();
    expect(await outline.locator('[data-part=name]').first().textContent()).toBe(ben.userName);
    expect(await outline.locator('[data-part=caption]').first().textContent()).toBe('Morning at the lake #lake');
    expect(await page.getByRole('article').count()).toBe(0);
    const [before, place] = [await imageState(early), await early.boundingBox()];

    release();
    const late = page.getByRole('article').first().locator('img[src*="/media/"]').last();
    await late.waitFor();
    expect(await outline.count()).toBe(0);
    expect([await imageState(late), await late.boundingBox()]).toEqual([before, place]);
  });

for (const [what, caption] of [
  ['short', 'Nobody wanted to go home'],
  ['long', 'Nobody wanted to go home from the lake that evening. '.repeat(14)],
] as const)
  journey(`${what} text-only tiles are rendered before the app has loaded, and do not move`, async ({ visit }) => {
    const [ana, ben] = await twoFriends();
    await post(origin, ben, caption);
    const page = await visit('/home', { as: ana, viewport: { width: 390, height: 1500 } });
    await page.getByRole('article').first().waitFor();
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    const cards = page.locator('[data-outline-of=home] [data-part=card]');
    const early = cards.first().locator('[data-part=picture] p');
    await early.waitFor();
    const places = async (text: Locator, next: Locator) => [
      await text.boundingBox(),
      await styleOf(text, 'fontSize'),
      await styleOf(text.locator('..'), 'backgroundColor'),
      (await next.boundingBox())?.y,
    ];
    const before = await places(early, cards.nth(1));
    release();
    const late = page.getByRole('article').first().locator('[data-tile] p');
    await late.waitFor();
    expect(await places(late, page.getByRole('article').nth(1))).toEqual(before);
  });

for (const [width, height] of [
  [390, 860],
  [1440, 700],
] as const)
  journey(`at ${width} px an open post is rendered before the app has loaded, and does not move`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    const postId = await post(origin, ben, 'Morning at the lake');
    await attachPicture(origin, ben, postId, await testPhoto());
    const page = await visit(`/post/${postId}`, { as: ana, viewport: { width, height } });
    await page.getByRole('article').first().waitFor();
    const release = await holdScripts(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const count = (part: string) => requests.filter((address) => address.includes(part)).length;
    await page.reload({ waitUntil: 'commit' });

    const outline = page.locator('[data-outline-of=post]');
    const early = outline.locator('[data-part=picture] img');
    await early.waitFor();
    const texts = [ben.userName, 'Morning at the lake'];
    const earlyTexts = outline.locator('[data-part=name], [data-part=caption]');
    expect(await earlyTexts.allTextContents()).toEqual(texts);
    const places = (all: Locator) =>
      all.evaluateAll((each) =>
        each.map((element) => [element.getBoundingClientRect().x, element.getBoundingClientRect().y]),
      );
    const before = [await imageState(early), await early.boundingBox(), await places(earlyTexts)];

    release();
    const article = page.getByRole('article').first();
    const late = article.locator('img[src*="/media/"]').first();
    await late.waitFor();
    const lateTexts = texts.map((text) => article.getByText(text, { exact: true }));
    const after = await Promise.all(lateTexts.map(async (text) => (await places(text))[0]));
    expect([await imageState(late), await late.boundingBox(), after]).toEqual(before);
    expect([count('posts.byId'), count('comments.list'), count('/media/')]).toEqual([1, 1, 1]);
  });

journey('the tile of an open post is rendered before the app has loaded, and does not move', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const caption = 'Nobody wanted to go home from the lake that evening. '.repeat(14).trim();
  const page = await visit(`/post/${await post(origin, ben, caption)}`, {
    as: ana,
    viewport: { width: 390, height: 860 },
  });
  await page.getByRole('article').first().waitFor();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  const early = page.locator('[data-outline-of=post] [data-part=tile] p');
  await early.waitFor();
  const look = async (text: Locator) => [
    await text.textContent(),
    await text.boundingBox(),
    await styleOf(text, 'fontSize'),
    await styleOf(text.locator('..'), 'backgroundColor'),
  ];
  const before = await look(early);
  release();
  const late = page.getByRole('article').first().locator('[data-tile] p');
  await late.waitFor();
  expect(await look(late)).toEqual(before);
});

journey("a member's own page is rendered before the app has loaded, and does not move", async ({ visit }) => {
  const [, ben] = await twoFriends();
  const page = await visit('/account', { as: ben, viewport: { width: 390, height: 860 } });
  await page.getByRole('list', { name: ben.userName }).getByRole('button').first().waitFor();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });

  const outline = page.locator('[data-outline-of=account]');
  const early = outline.locator('[data-part=picture] img').first();
  await early.waitFor();
  await expect.poll(() => outline.locator('[data-part=name]').textContent()).toBe(ben.userName);
  const place = await early.boundingBox();

  release();
  const late = page.getByRole('listitem').getByRole('button').locator('img').first();
  await late.waitFor();
  expect(await late.boundingBox()).toEqual(place);
});

for (const width of [390, 1440])
  journey(
    `at ${width} px the list of chats is rendered before the app has loaded, and does not move`,
    async ({ visit }) => {
      const [ana, ben, eve, zoe] = await createMembers(origin, 'ana', 'ben', 'eve', 'zoe');
      await follow(origin, ana, ben);
      const words = 'Are you coming to the lake tonight, or is it too cold for you?';
      for (const [from, to, content] of [
        [zoe, ana, 'We do not know each other'],
        [ben, ana, words],
        [ana, eve, 'See you there'],
      ] as const) {
        const json = { senderId: from.userId, receiverId: to.userId, content };
        await callRest(origin, 'POST /messages', { token: from.token, json });
      }
      const page = await visit('/messages', { as: ana, viewport: { width, height: 860 } });
      await page.getByRole('link', { name: ben.userName }).waitFor();
      const release = await holdScripts(page);
      await page.reload({ waitUntil: 'commit' });

      const rows = page.locator('[data-outline-of=messages] [data-part=chat]');
      const early = rows.locator('[data-part=name], [data-part=line]');
      await expect
        .poll(() => early.allTextContents())
        .toEqual([
          'Message requests',
          eve.userName,
          'You: See you there',
          ben.userName,
          'Are you coming to the lake tonight, or is it too c...',
        ]);
      const places = (texts: Locator) =>
        texts.evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]));
      const [, ...before] = await places(early);
      const heights = await early.last().boundingBox();

      release();
      const late = page.getByRole('link').locator('span.truncate, span.line-clamp-2');
      await late.first().waitFor();
      expect(await places(late)).toEqual(before);
      expect((await late.last().boundingBox())?.height).toBe(heights?.height);
    },
  );

journey("the app's scripts are requested after the first picture", async ({ visit }) => {
  const [ana] = await twoFriends();
  const page = await visit('/home', { as: ana, viewport: { width: 390, height: 860 } });
  await page.getByRole('article').first().waitFor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/media\/.*webp/, (route) => released.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested.some((path) => path.startsWith('/media/'))).toBe(true);
  const scripts = () => requested.filter((path) => /\/(?:core|app|home)-.*\.js$/.test(path)).length;
  expect(scripts()).toBe(0);
  release();
  await expect.poll(scripts).toBe(3);
  await page.getByRole('article').first().waitFor();
});

journey('a list whose early request failed is requested again', async ({ visit }) => {
  const [ana] = await twoFriends();
  const page = await visit('/home', { as: ana, allow: /ERR_FAILED/ });
  await page.getByRole('article').first().waitFor();
  let requests = 0;
  await page.route(/feed\.home/, (route) => (requests++ ? route.continue() : route.abort()));
  await page.reload();
  await page.getByRole('article').first().waitFor();
  expect(requests).toBeGreaterThan(1);
});

journey('the first screen of a returning member sends no request twice', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  await post(inject('origin'), ana, 'The only post');
  const page = await visit('/home', { as: ana });
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  // Leaves the page, so that its remaining requests are not counted below.
  await page.goto('about:blank');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const settled = waitForIdle(page);
  for (const [path, list] of [
    ['/home', '/trpc/feed.home'],
    ['/account', '/trpc/posts.byUser'],
  ] as const) {
    requests.length = 0;
    await page.goto(path);
    await page.getByRole('button', { name: 'Add' }).first().waitFor();
    await settled();
    expect(requests.filter((each) => each === list || each === '/trpc/auth.session').sort()).toEqual(
      ['/trpc/auth.session', list].sort(),
    );
    const files = requests.filter((each) => each.endsWith('.js'));
    expect(files).toEqual([...new Set(files)]);
  }
});
