import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, password, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { signIn } from '../fixtures/signIn.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');

for (const language of languagesFor('pl'))
  journey(`on an empty server a member can invite friends, in ${language}`, async ({ visit }) => {
    const say = translator(language);
    const userName = uniqueName('iga');
    await callRest(origin, 'POST /users', { json: { userName, email: `${userName}@kith.example`, password } });
    const page = await visit('/404', {
      locale: locales[language],
      viewport: { width: 390, height: 844 },
      allow: /404/,
    });
    await signIn(page.context(), origin, { userName, password });
    // Simulates a server with few members. This server has members of other journeys, and would suggest these.
    await page.route(/users\.suggested/, (route) =>
      route.fulfill({ json: { result: { data: { items: [], nextCursor: null } } } }),
    );
    const bring = page.getByRole('region', { name: say('bring.title') });
    await page.goto('/account');
    for (const step of ['picture', 'bio']) {
      await page.getByRole('heading', { name: say(`welcome.${step}`) }).waitFor();
      await page.getByRole('button', { name: say('welcome.skip') }).click();
    }
    await bring.waitFor();
    for (const path of ['/home', '/browser']) {
      await page.goto(path);
      await bring.waitFor();
    }
    await bring.getByRole('button', { name: say('bring.code') }).click();
    await bring.getByRole('img', { name: say('bring.codeLabel') }).waitFor();
    await bring.getByText(`${origin}/signup`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, [userName, `${origin}/signup`])).toEqual([]);
  });

journey('the first post stays at the top of its author’s Home for a day, the second does not', async ({ visit }) => {
  const [eva] = await createMembers(origin, 'eva');
  const page = await visit('/home?popup=compose', { as: eva });
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel("What's on your mind?").fill('Hello everybody');
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  const first = page.getByRole('region', { name: 'Your first post. Lovely to have you here.' });
  await first.getByText('Hello everybody').waitFor();
  await page.reload();
  await first.getByText('Hello everybody').waitFor();
  expect(await page.getByRole('article').filter({ hasText: 'Hello everybody' }).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  const json = { userId: eva.userId, caption: 'Once more', location: '', latitude: null, longitude: null };
  await callRest(origin, 'POST /posts', { token: eva.token, json });
  await page.reload();
  await page.getByText(`Hello, ${eva.userName}`).waitFor();
  expect(await first.count()).toBe(0);
});

journey('the menu of the member’s own picture contains Settings, on every screen width', async ({ visit }) => {
  const [eva] = await createMembers(origin, 'eva');
  for (const width of [390, 820, 1280]) {
    const page = await visit('/explore', { as: eva, viewport: { width, height: 844 } });
    await page
      .getByRole('button', { name: `Menu of ${eva.userName}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
