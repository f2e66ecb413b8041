import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { sentTo } from '../fixtures/chats.ts';
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

/** Replaces the browser's session cookie in one step, as a log-in does. Returns the previous token. */
async function switchMember(page: Page, { token }: Member): Promise<string> {
  const name = 'kith_session';
  const before = (await page.context().cookies()).find((cookie) => cookie.name === name);
  await page.context().addCookies([{ name, value: token, url: origin, httpOnly: true }]);
  return before?.value ?? '';
}

journey('drafts of one member are not shown to the next who logs in in the same browser', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const each of [ana, ben]) await follow(origin, each, eve);
  const page = await visit(`/messages?userId=${eve.userId}`, { as: ana, allow: /401/ });
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

  // Then the first member's session returns to the browser, and the page reloads. Because there is a draft, the browser asks
  // whether to leave the page.
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/account?popup=compose');
  await words(page).fill('Not for others either');
  await expect.poll(() => localStorageDump(page)).toContain('Not for others');
  // The page is left first, because it would notice the other session and reload.
  await page.goto('about:blank');
  await signIn(page.context(), origin, ana);
  await page.goto('/home');
  await page
    .getByRole('button', { name: `Menu of ${ana.userName}` })
    .first()
    .waitFor();
  expect(await localStorageDump(page)).not.toContain('Not for others');
});

journey('what is unsent when the session ends waits for the same member, and for nobody else', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const each of [ana, ben]) await follow(origin, each, eve);
  const chat = `/messages?userId=${eve.userId}`;
  const page = await visit(chat, { as: ana, allow: /401|ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  page.on('dialog', (dialog) => dialog.accept());
  const field = page.getByLabel('Write a message…');

  /** Writes a message, a draft and a post with a picture without a connection, and ends the session meanwhile. */
  const writeUntilEnded = async (message: string) => {
    await field.waitFor();
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await words(page).fill(`Post: ${message}`);
    const buffer = await testPhoto();
    await sheet.locator('input[type=file]').setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
    await sheet.getByRole('img', { name: /^Preview of/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').first().waitFor();
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await field.fill(message);
    await field.press('Enter');
    await page.getByText(message).last().waitFor();
    await field.fill(`Draft after: ${message}`);
    await expect.poll(() => localStorageDump(page)).toContain(`Draft after: ${message}`);
    const token = (await page.context().cookies()).find(({ name }) => name === 'kith_session')?.value ?? '';
    await callRest(origin, 'POST /auth/logout', { token });
    await page.context().setOffline(false);
    await page.waitForURL(/\/login\b/);
    await page.getByText('You were logged out').waitFor();
  };

  await writeUntilEnded('Written in a tunnel');
  await logIn(page, ana.userName, ana.password, `**${chat}`);
  await expect.poll(() => sentTo(origin, ana, eve)).toEqual(['Written in a tunnel']);
  expect(await field.inputValue()).toBe('Draft after: Written in a tunnel');
  const posted = async () => {
    type Posted = { caption: string; imageUrl: string | null };
    const posts = await callRest<Posted[]>(origin, `GET /users/${ana.userId}/posts`, { token: eve.token });
    return posts.map(({ caption, imageUrl }) => [caption, imageUrl !== null]);
  };
  await expect.poll(posted).toEqual([['Post: Written in a tunnel', true]]);

  await writeUntilEnded('Written in a lift');
  expect(await localStorageDump(page)).toContain('Written in a lift');
  const loaded = page.waitForEvent('load');
  await logIn(page, ben.userName, ben.password);
  await loaded;
  await page.getByRole('heading', { name: ben.userName }).waitFor();
  const [stored, storedPictures] = JSON.parse(await localStorageDump(page));
  expect(JSON.stringify(stored)).not.toContain('Written in');
  expect(storedPictures).toEqual([]);
  await page.goto(chat);
  expect(await field.inputValue()).toBe('');

  await field.fill('Never to be seen');
  await expect.poll(() => localStorageDump(page)).toContain('Never to be seen');
  await page.goto('/account?popup=settings');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login\b/);
  await expect.poll(() => localStorageDump(page)).not.toContain('Never to be seen');
  expect(await sentTo(origin, ana, eve)).toEqual(['Written in a tunnel']);
  expect(await sentTo(origin, ben, eve)).toEqual([]);
});

journey('a tab follows what another one does: theme, language, and the next member', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  // A call that Ana's tab makes while Ben logs in, such as the one that tells her time zone, is refused.
  const first = await visit('/home', { as: ana, colorScheme: 'light', allow: /status of 401/ });
  await first.getByText(`Hello, ${ana.userName}`).waitFor();
  const second = await first.context().newPage();
  await second.goto('/account?popup=settings');
  const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme');
  await second.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(() => theme(first)).toBe('dark');
  await second.getByLabel('Language').selectOption('pl');
  await expect.poll(() => first.evaluate('document.documentElement.lang')).toBe('pl');
  await first.getByRole('link', { name: 'Konto', exact: true }).first().waitFor();
  await second.reload();
  await second.getByRole('dialog', { name: 'Ustawienia' }).waitFor();
  expect(await second.getByRole('switch', { name: 'Tryb ciemny' }).getAttribute('aria-checked')).toBe('true');
  expect(await theme(second)).toBe('dark');
  await second.getByLabel('Język').selectOption('en');
  await second.getByRole('dialog', { name: 'Settings' }).waitFor();
  await second.goto('/login');
  await logIn(second, ben.userName, ben.password);
  await first.getByText(`Hello, ${ben.userName}`).waitFor();
  await second.close();
});

journey('when another member logs in in the same browser, nothing of the previous one stays', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  await follow(origin, ana, eve);
  await post(origin, eve, 'For her followers');
  const page = await visit('/home', { as: ana, allow: /status of 401/ });
  await page.getByText('For her followers').waitFor();
  // The feed is rendered before the live stream opens, so the test posts until an event proves that the stream is open.
  const came = async () => {
    await post(origin, eve, 'For her followers too');
    return page.getByRole('button', { name: 'New posts', exact: true }).count();
  };
  await expect.poll(came, { interval: 500 }).toBeGreaterThan(0);
  // The log-in of another member ends the previous session, and with it the stream.
  const previous = await switchMember(page, ben);
  await callRest(origin, 'POST /auth/logout', { token: previous });
  await page.getByText(`Hello, ${ben.userName}`).waitFor();
  expect(await page.getByText('For her followers').count()).toBe(0);
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
    // Ana's session stays valid, and the page's live stream still belongs to Ana.
    await switchMember(page, ben);
    // A new follower makes the page refetch the session. Both members gain a follower, because the stream may be Ana's or Ben's,
    // and they do so repeatedly, because the stream may be reconnecting.
    const toggle = async (who: typeof ana) => {
      const json = { followerId: eve.userId, followedId: who.userId };
      await callRest(origin, 'DELETE /follows', { token: eve.token, json });
      await follow(origin, eve, who);
    };
    await expect.poll(() => Promise.all([ana, ben].map(toggle)).then(() => reloaded), { interval: 1_500 }).toBe(true);
    await page.getByText(`Hello, ${ben.userName}`).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('shown')`)).toBeNull();
  },
);
