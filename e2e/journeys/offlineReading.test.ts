import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
const allow = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|NetworkError/;

/** Returns, as one text, the results in this browser's storage of the queries whose key contains all of these words. */
const storedQueries = (page: Page, ...words: string[]) =>
  page.evaluate<string>(`(async () => {
    let text = '';
    for (const name of await caches.keys()) {
      if (!name.startsWith('kith-member-')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const key = decodeURIComponent(new URL(request.url).pathname);
        if (key.startsWith('/stored/queries/') && ${JSON.stringify(words)}.every((word) => key.includes(word)))
          text += await (await cache.match(request)).text();
      }
    }
    return text;
  })()`);

journey('viewed posts and chats can be read offline, and are deleted at log-out', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const each of [ben, eve]) {
    await follow(origin, ana, each);
    await follow(origin, each, ana);
  }
  for (let each = 1; each <= 24; each += 1) await post(origin, ben, `Page ${each} of the diary`);
  const kept = await write(origin, ben, ana, 'The tent is in the hall');
  const regretted = await write(origin, eve, ana, 'I should not say this');
  const page = await visit('/home', { as: ana, serviceWorkers: 'allow', allow });
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const last = page.getByText('Page 1 of the diary');
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3_000);
      return last.count();
    })
    .toBe(1);
  const open = async (name: string, words: string) => {
    await page.getByRole('link', { name: 'Messages' }).first().click();
    await page
      .getByRole('region', { name: 'Chats' })
      .getByRole('link', { name: new RegExp(name) })
      .click();
    await page.getByRole('log').getByText(words).waitFor();
  };
  await open(ben.userName, 'The tent is in the hall');
  await open(eve.userName, 'I should not say this');
  await expect
    .poll(() => storedQueries(page, `"conversation",${regretted.chatId}]`))
    .toContain('I should not say this');
  await expect.poll(() => storedQueries(page, `"conversation",${kept.chatId}]`)).toContain('The tent is in the hall');
  await expect.poll(() => storedQueries(page, 'feed')).toContain('Page 1 of the diary');

  // A message that changes while its chat is closed must not stay in the browser's storage.
  await page.goto('/explore');
  await expect
    .poll(async () => {
      await callRest(origin, `PATCH /messages/${regretted.messageId}`, {
        token: eve.token,
        json: { content: 'nor this' },
      });
      return storedQueries(page, `"conversation",${regretted.chatId}]`);
    })
    .not.toContain('I should not');
  await callRest(origin, `DELETE /messages/${regretted.messageId}`, { token: eve.token });

  await page.context().setOffline(true);
  await page.goto('/home');
  await page.getByText('You are offline.').waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3_000);
      return last.count();
    })
    .toBe(1);
  await open(ben.userName, 'The tent is in the hall');
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login\b/);
  await expect.poll(() => storedQueries(page)).toBe('');
});
