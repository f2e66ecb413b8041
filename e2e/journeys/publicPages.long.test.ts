// Long: starts a server that shows public pages; apps/api has a test of the same name.
import { afterAll, beforeAll, expect } from 'vitest';
import { type App, startApp } from '../fixtures/app.ts';
import { attachPicture, createMembers, post } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_PAGES: 'on' } });
});
afterAll(() => app.stop());

journey('a public post is read without log-in and scripts, until its author opts out', async ({ visit }) => {
  const { origin } = app;
  const [ola, tom] = await createMembers(origin, 'ola', 'tom');
  const postId = await post(origin, ola, 'For everybody to read');
  await attachPicture(origin, ola, postId, await testPhoto());
  const hidden = await post(origin, ola, 'For friends alone');
  await callRest(origin, `PATCH /posts/${hidden}`, {
    token: ola.token,
    json: { userId: ola.userId, caption: 'For friends alone', audience: 'friends' },
  });

  const page = await visit(`/post/${postId}`, {
    origin,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  await page.getByText('For everybody to read').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.context().cookies()).toEqual([]);
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const lightness = async () => Number((await ground()).match(/oklch\(([\d.]+)/)?.[1]);
  expect(await lightness()).toBeGreaterThan(0.9);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await lightness()).toBeLessThan(0.3);
  // 320 px with text at 200 %: no word of the header is broken into letters.
  await page.setViewportSize({ width: 160, height: 320 });
  expect((await page.getByRole('link', { name: 'Log in' }).boundingBox())?.height).toBeLessThan(60);
  await page.locator(`a[href="/user/${ola.userName}"]`).first().click();
  await page.getByRole('heading', { name: ola.userName }).waitFor();
  expect(await page.getByText('For friends alone').count()).toBe(0);

  const reader = await visit(`/post/${postId}`, { origin, allow: /status of (?:401|404)/ });
  const picture = reader.locator('article img').last();
  await expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);
  await reader.getByRole('link', { name: 'Log in' }).click();
  await reader.getByLabel('Username or email').fill(tom.userName);
  await reader.getByLabel('Password', { exact: true }).fill(tom.password);
  await reader.getByRole('button', { name: 'Log In', exact: true }).click();
  await reader.waitForURL(`**/post/${postId}`);
  await reader.getByRole('button', { name: 'Like' }).first().waitFor();

  const settings = await visit('/account?popup=privacy', { origin, as: tom });
  await settings.getByRole('radio', { name: 'Not shown', exact: true }).click();
  await settings.getByRole('button', { name: 'Save Privacy Settings' }).click();
  await settings.getByText('Privacy settings saved.').waitFor();
  await expect
    .poll(async () => (await fetch(`${origin}/user/${tom.userName}`, { headers: { accept: 'text/html' } })).status)
    .toBe(404);
  expect((await fetch(`${origin}/post/${hidden}`, { headers: { accept: 'text/html' } })).status).toBe(404);
});
