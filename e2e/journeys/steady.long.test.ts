// Long: opens screens on a slow connection and a slow processor; the sweep asserts layout shifts on a fast one.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, password, post, uniqueName } from '../fixtures/cast.ts';
import { observeShifts } from '../fixtures/geometry.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { signIn } from '../fixtures/signIn.ts';

const origin = inject('origin');

/** An expression that is true once the app is rendered, and data, visible pictures and fonts are loaded. */
const complete = `(() => {
  const inSight = (each) => each.getBoundingClientRect().top < innerHeight;
  const pictures = [...document.images].filter(inSight);
  return !document.querySelector('.animate-shimmer') && document.querySelector('main, article')
    && pictures.every(({ complete }) => complete) && document.fonts.status === 'loaded';
})()`;

interface Shift {
  value: number;
  moved: string[];
}

/** Delays responses until the page has painted without them. Responses at that moment cause the largest layout shifts. */
async function answerLate(page: Page, answers: RegExp, painted: string): Promise<void> {
  const frames = `${painted} && new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))`;
  await page.route(answers, async (route) => {
    await expect.poll(() => page.evaluate(frames).catch(() => false), { timeout: 20_000 }).toBe(true);
    await route.continue();
  });
}

async function expectSteady(page: Page, path: string, last = 'main'): Promise<void> {
  await page.goto(path);
  await page.locator(last).first().waitFor();
  await expect.poll(() => page.evaluate(complete), { timeout: 30_000, message: path }).toBe(true);
  // Waits for two frames, so that the browser has painted the last change and reported its shift.
  const shifts = await page.evaluate<Shift[]>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts)))))',
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(0.05);
}

/** Simulates a slow connection, which makes each step of a page's start visible. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytes = 1_600_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 3 });
}

const viewport = { width: 390, height: 844 };

journey('no screen shifts its layout on a slow phone', { timeout: 120_000 }, async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const each of [ben, eve]) await follow(origin, ana, each);
  await attachPicture(origin, ben, await post(origin, ben, 'An older one, with a picture'), await testPhoto());
  await attachPicture(origin, ana, await post(origin, ana, 'One of her own'), await testPhoto());
  const json = { userName: ana.userName, bio: 'Out by the lake\nmost of the time' };
  await callRest(origin, `PATCH /users/${ana.userId}`, { token: ana.token, json });
  const long = await post(origin, ben, 'Nobody wanted to go home. '.repeat(9));
  for (const words of ['Short', 'Two\nlines', 'Words alone #lake']) await post(origin, eve, words);
  await callRest(origin, 'POST /likes', { token: eve.token, json: { userId: eve.userId, postId: long } });
  for (const [from, to] of [
    [ben, ana],
    [ana, ben],
  ] as const) {
    const json = { senderId: from.userId, receiverId: to.userId, content: 'Hello there' };
    await callRest(origin, 'POST /messages', { token: from.token, json });
  }
  const page = await visit('/home', { as: ana, viewport });
  await page.addInitScript(observeShifts);
  await slowDown(page);
  await answerLate(page, /feed\.home|posts\.byUser|auth\.session/, `performance.getEntriesByType('paint').length > 0`);
  for (const path of [
    '/home',
    '/account',
    `/user/${ben.userName}`,
    '/browser',
    '/explore',
    '/notification',
    '/messages',
    `/messages?userId=${ben.userId}`,
    '/account?popup=settings',
    `/post/${long}`,
    '/login',
    '/signup',
    '/terms',
  ])
    await expectSteady(page, path);
});

journey('the first steps of a newcomer shift no layout on a slow phone', async ({ visit }) => {
  const userName = uniqueName('nel');
  await callRest(origin, 'POST /users', { json: { userName, email: `${userName}@kith.example`, password } });
  const page = await visit('/404', { viewport, allow: /404/ });
  await signIn(page.context(), origin, { userName, password });
  await page.addInitScript(observeShifts);
  await slowDown(page);
  await answerLate(page, /assets\/FirstSteps/, `document.querySelector('#content') !== null`);
  for (const path of ['/account?popup=settings', '/account'])
    await expectSteady(page, path, '[aria-label="First steps"]');
});

journey('the field of a chat that opens on a phone stays where it first appears', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const message = { senderId: ben.userId, receiverId: ana.userId, content: 'Hello' };
  await callRest(origin, 'POST /messages', { token: ben.token, json: message });
  const page = await visit('/messages', { as: ana, viewport: { width: 390, height: 844 } });
  const chat = page.locator('main a[href*="userId="]').first();
  await chat.waitFor();
  await page.evaluate(`{
    globalThis.tops = [];
    const watch = () => {
      const top = document.querySelector('main textarea')?.getBoundingClientRect().top;
      if (top !== undefined && top !== tops.at(-1)) tops.push(top);
      requestAnimationFrame(watch);
    };
    watch();
  }`);
  await chat.click();
  await page.locator('main [data-message]').waitFor();
  await page.waitForTimeout(300);
  expect(await page.evaluate('tops')).toHaveLength(1);
});
