// Rare: newcomers of a small server, and what asked for a log-in; firstMinutes.test.ts and login.test.ts take the usual ways.
import { expect, inject } from 'vitest';
import { createMembers, password, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { signUp } from '../fixtures/pages.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { signIn } from '../fixtures/signIn.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

journey('a newcomer among few people gives a picture, invites friends, and leaves the rest', async ({ visit }) => {
  const userName = uniqueName('iga');
  await callRest(origin, 'POST /users', { json: { userName, email: `${userName}@kith.example`, password } });
  const page = await visit(`/login?done=signup&userName=${userName}`, phone);
  // A link cannot prefill the log-in.
  await page.getByRole('heading', { name: 'Welcome to Kith' }).waitFor();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('');
  await signIn(page.context(), origin, { userName, password });
  // Simulates a server with few members. This server has members of other journeys, and would suggest these.
  await page.route(/users\.suggested/, async (route) => {
    const nobody = { result: { data: { items: [], nextCursor: null } } };
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    if (names.length === 1) return route.fulfill({ json: nobody });
    const answers: unknown[] = await (await route.fetch()).json();
    return route.fulfill({ json: answers.map((each, i) => (names[i] === 'users.suggested' ? nobody : each)) });
  });
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'First steps' });
  await card.getByRole('button', { name: 'Skip' }).click();
  const buffer = await testPhoto();
  await card.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click();
  // The profile below shows the new picture before it is uploaded.
  const upload = Promise.withResolvers<void>();
  await page.route(/profile-picture/, async (route) => {
    await upload.promise;
    await route.continue();
  });
  const shown = page.locator('main header').getByRole('img');
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^blob:/);
  upload.resolve();
  await page.getByRole('heading', { name: 'A line about yourself' }).waitFor();
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/media\//);
  await page.getByRole('button', { name: 'Skip' }).click();
  const bring = page.getByRole('region', { name: 'Bring your friends' });
  await bring.getByRole('button', { name: 'QR code' }).click();
  await bring.getByRole('img', { name: 'QR code of the address by which friends join' }).waitFor();
  await bring.getByText(`${origin}/signup?invitation=`).waitFor();
  // Going to another screen ends the introduction. The app also stores the time zone by this call, some time after its start.
  const ended = page.waitForResponse((response) => response.request().postData()?.includes('newcomer') ?? false);
  await page.getByRole('link', { name: 'Browse' }).first().click();
  expect((await ended).status()).toBe(200);
  await page.goto('/account');
  await page.getByText('No posts yet').waitFor();
  expect(await card.count()).toBe(0);
  for (const path of ['/home', '/browser']) {
    await page.goto(path);
    await bring.waitFor();
  }
});

journey(
  'what asked for the log-in goes along to the sign-up, and is gone from a log-in opened by itself',
  async ({ visit }) => {
    const [ana] = await createMembers(origin, 'ana');
    const page = await visit(`/user/${ana.userName}`, { allow: /status of 40[01]/ });
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL('**/signup?next=*');
    const eve = uniqueName('eve');
    await signUp(page, eve);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL(`**/user/${ana.userName}`);

    const other = await visit(`/user/${ana.userName}`, { allow: /status of 40[01]/ });
    await other.waitForURL('**/login?next=*');
    await other.goto('/signup');
    await signUp(other, uniqueName('eve'));
    await other.getByRole('button', { name: 'Log In', exact: true }).click();
    await other.getByRole('region', { name: 'First steps' }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/account');
  },
);
