import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { logIn, signIn } from '../fixtures/signIn.ts';

const origin = inject('origin');

/** Returns the drafts and other data that the app stores in this browser, as one text. */
const localStorageDump = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const opening = indexedDB.open('kith-outbox', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('pictures');
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const listing = opening.result.transaction('pictures').objectStore('pictures').getAllKeys();
    await new Promise((resolve) => { listing.onsuccess = resolve; });
    opening.result.close();
    return JSON.stringify([{ ...localStorage }, listing.result, await caches.keys()]);
  })()`);

const words = (page: Page) => page.getByRole('dialog').getByLabel("What's on your mind?");

journey('drafts of one member are not shown to the next who logs in in the same browser', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const each of [ana, ben]) await follow(origin, each, eve);
  const page = await visit(`/messages?userId=${eve.userId}`, { as: ana });
  await page.getByLabel('Write a message…').fill('Between the two of us');
  await page.goto('/account?popup=compose');
  await words(page).fill('Not ready to be seen');
  const buffer = await testPhoto();
  const picture = { name: 'lake.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture);
  await expect.poll(() => localStorageDump(page)).toContain('draft.composer');
  await expect.poll(() => localStorageDump(page)).toContain('Between the two of us');

  // The second member logs in without a log-out of the first and without a page load in between.
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/account' && !url.search);
  await page.evaluate(`history.pushState(null, '', '/login')`);
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  // The page reloads after the log-in. The test waits for that, because the reload would abort the navigation below.
  const loaded = page.waitForEvent('load');
  await logIn(page, ben.userName, ben.password);
  await loaded;
  await page.getByRole('heading', { name: ben.userName }).waitFor();
  await page.goto('/account?popup=compose');
  await words(page).waitFor();
  expect(await words(page).inputValue()).toBe('');
  expect(await page.getByRole('dialog').getByRole('img').count()).toBe(0);
  await page.goto(`/messages?userId=${eve.userId}`);
  expect(await page.getByLabel('Write a message…').inputValue()).toBe('');
  const left = await localStorageDump(page);
  for (const trace of ['Not ready', 'Between the two', 'draft', ana.userName, `-${ana.userId}"`, `.${ana.userId}.`])
    expect(left, trace).not.toContain(trace);
});

journey('a tab of the previous member switches to the member who logs in in another tab', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const first = await visit('/home', { as: ana });
  await first.getByText(`Hello, ${ana.userName}`).waitFor();
  const second = await first.context().newPage();
  await second.goto('/login');
  await logIn(second, ben.userName, ben.password);
  await first.getByText(`Hello, ${ben.userName}`).waitFor();
  await second.close();
});

journey('a page load with another member’s session deletes the data of the previous member', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  // 401 is allowed, because the session ends while the page is sending requests.
  const page = await visit('/account?popup=compose', { as: ana, allow: /401/ });
  await words(page).fill('Not ready to be seen');
  await signIn(page.context(), origin, ben);
  // The page may detect the other session by itself and reload, which aborts this navigation.
  await page.goto('/home').catch(() => page.goto('/home'));
  await page.getByText(`Hello, ${ben.userName}`).waitFor();
  expect(await localStorageDump(page)).not.toContain('Not ready');
});

journey(
  'a page that finds another member logged in reloads, and shows nothing of the previous one',
  async ({ visit }) => {
    const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
    const page = await visit('/home', { as: ana });
    await page.getByText(`Hello, ${ana.userName}`).waitFor();
    // Records whether the page greets Ben before it reloads. The name alone would not do, because suggestions may contain it.
    await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Hello, ${ben.userName}')) sessionStorage.setItem('shown', 'too early');
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
    let reloaded = false;
    page.once('load', () => {
      reloaded = true;
    });
    // Replaces Ana's session cookie by Ben's. Ana's session stays valid, and the page's live stream still belongs to Ana.
    const [session] = (await page.context().cookies(origin)).filter(({ name }) => /session/.test(name));
    if (!session) throw new Error('the page has no session');
    await page.context().addCookies([{ ...session, value: ben.token }]);
    // A new follower makes the page refetch the session. Both members gain a follower, because the stream may be Ana's or Ben's,
    // and they do so repeatedly, because the stream may be reconnecting.
    const toggle = async (who: typeof ana) => {
      const json = { followerId: eve.userId, followedId: who.userId };
      await callRest(origin, 'DELETE /follows', { token: eve.token, json });
      await follow(origin, eve, who);
    };
    await expect
      .poll(() => Promise.all([ana, ben].map(toggle)).then(() => reloaded), { interval: 1_500, timeout: 40_000 })
      .toBe(true);
    await page.getByText(`Hello, ${ben.userName}`).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('shown')`)).toBeNull();
  },
);

journey('theme and language chosen in one tab apply to the others', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const first = await visit('/account?popup=settings', { as: ana });
  await first.getByLabel('Language').waitFor();
  const second = await first.context().newPage();
  await second.goto('/home');
  await second.getByRole('link', { name: 'Home', exact: true }).first().waitFor();
  const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme');
  const before = await theme(second);
  await first.getByRole('switch').first().click();
  await expect.poll(() => theme(second)).not.toBe(before);
  expect(await theme(first)).toBe(await theme(second));
  await first.getByLabel('Language').selectOption('pl');
  await expect.poll(() => second.evaluate('document.documentElement.lang')).toBe('pl');
  await second.getByRole('link', { name: 'Konto', exact: true }).first().waitFor();
  await second.close();
});
