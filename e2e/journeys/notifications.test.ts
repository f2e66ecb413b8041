import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator } from '../fixtures/words.ts';

const origin = inject('origin');

const like = ({ token, userId }: Member, postId: number) =>
  callRest(origin, 'POST /likes', { token, json: { userId, postId } });
const comment = ({ token, userId }: Member, postId: number, content: string) =>
  callRest(origin, 'POST /comments', { token, json: { userId, postId, content } });

journey('the notifications screen shows examples, then actions of friends, grouped and live', async ({ visit }) => {
  const [hania, iza, jan, kuba] = await createMembers(origin, 'hania', 'iza', 'jan', 'kuba');
  const page = await visit('/notification', { as: hania, locale: 'pl-PL' });
  await page.getByText('Tu zobaczysz, kto cię obserwuje').waitFor();
  expect(await page.getByText('Przykład', { exact: true }).count()).toBe(4);
  const likes = page.getByRole('button', { name: 'Polubienia' });
  await likes.click();
  expect(await likes.getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByText('Przykład', { exact: true }).count()).toBe(4);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Wszystkie' }).click();

  const postId = await post(origin, hania, 'Pierwsze grzyby');
  await follow(origin, iza, hania);
  const row = (text: string | RegExp) => page.getByRole('article').filter({ hasText: text });
  await row(`${iza.userName} cię obserwuje`).waitFor();
  await row(`${iza.userName} cię obserwuje`)
    .getByRole('button', { name: /^Obserwuj/ })
    .click();
  const following = () => callRest<unknown[]>(origin, `GET /${hania.userId}/following`, { token: hania.token });
  await expect.poll(following).toHaveLength(1);
  expect(await page.getByText('Przykład', { exact: true }).count()).toBe(0);

  await like(iza, postId);
  await row(`${iza.userName} lubi twój post`).waitFor();
  await like(jan, postId);
  await row(`${jan.userName} i ${iza.userName} lubią twój post`).waitFor();
  await like(kuba, postId);
  await row(`${kuba.userName} i 2 inne osoby lubią twój post`).waitFor();
  await comment(jan, postId, 'Zostaw coś dla mnie!');
  await row('Zostaw coś dla mnie!').waitFor();
  await expect.poll(() => row('lubią twój post').count()).toBe(1);
  await page.getByRole('navigation').getByText('nieprzeczytan').first().waitFor({ state: 'detached' });
  expect(await accessibilityFaults(page)).toEqual([]);

  await likes.click();
  await row('Zostaw coś dla mnie!').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await row('lubią twój post').getByRole('link').click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/post/${postId}`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Obserwacje' }).click();
  await row('cię obserwuje').getByRole('link').click();
  await page.waitForURL(`**/user/${iza.userName}`);

  await follow(origin, jan, hania);
  await page.goBack();
  await row(`${jan.userName} i ${iza.userName} cię obserwują`).getByRole('link').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: jan.userName }).waitFor();
  await dialog.getByRole('link', { name: iza.userName }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
});

for (const language of languagesFor('es')) {
  journey(`followers can be followed back from their notification, in ${language}`, async ({ visit }) => {
    const say = (key: string, name: string, other = '') =>
      translator(language)(key).replace('{{name}}', name).replace('{{other}}', other);
    const [rita, saul, teo] = await createMembers(origin, 'rita', 'saul', 'teo');
    await follow(origin, saul, rita);
    const page = await visit('/notification', { as: rita, locale: locales[language] });
    const row = (text: string) => page.getByRole('article').filter({ hasText: text });
    const back = row(say('notifications.followOne', saul.userName)).getByRole('button', {
      name: new RegExp(`^${translator(language)('profile.follow')}`),
    });
    await back.click();
    await back.waitFor({ state: 'detached' });
    const following = () => callRest<unknown[]>(origin, `GET /${rita.userId}/following`, { token: rita.token });
    await expect.poll(following).toHaveLength(1);

    await follow(origin, teo, rita);
    await row(say('notifications.followTwo', teo.userName, saul.userName))
      .getByRole('link')
      .click();
    const people = page.getByRole('dialog');
    await people.getByRole('link', { name: teo.userName }).waitFor();
    await people.getByRole('link', { name: saul.userName }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    // The requester is notified of the accepted follow request, and the notification names who accepted.
    await callRest(origin, `PATCH /users/${teo.userId}`, { token: teo.token, json: { visibility: 'private' } });
    await follow(origin, rita, teo);
    await callRest(origin, `POST /follows/requests/${rita.userId}/accept`, { token: teo.token });
    await page.goBack();
    await row(say('notifications.acceptedOne', teo.userName)).waitFor();
  });
}

journey(
  'the notification of a comment opens the post with its comments, where a reply can be written',
  async ({ visit }) => {
    const [mila, nico, kuba, ela] = await createMembers(origin, 'mila', 'nico', 'kuba.n', 'ela.w');
    const caption = `Z @${kuba.userName} i termosem nad jezioro @${ela.userName} #rano`;
    const postId = await post(origin, mila, caption);
    await comment(nico, postId, 'Is there still ice?');
    const page = await visit('/notification', { as: mila });
    await page.getByRole('article').filter({ hasText: 'Is there still ice?' }).getByRole('link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('list', { name: 'Comments' }).getByText('Is there still ice?').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete post' }).count()).toBe(0);
    // A mention within a sentence stays in the text as a link. Mentions at the end of the caption move to a "with" line.
    await dialog.getByText(`Z @${kuba.userName} i termosem nad jezioro #rano`).waitFor();
    await dialog
      .getByRole('link', { name: `@${kuba.userName}` })
      .first()
      .waitFor();
    await dialog.getByLabel('Write a comment…').fill('Gone since Monday');
    await dialog.getByLabel('Write a comment…').press('Enter');
    await dialog.getByRole('list', { name: 'Comments' }).getByText('Gone since Monday').waitFor();

    await dialog.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Edit post' }).click();
    const words = dialog.getByLabel("What's on your mind?");
    await words.waitFor();
    expect(await words.inputValue()).toBe(`Z @${kuba.userName} i termosem nad jezioro`);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [saved] = await callRest<{ caption: string }[]>(origin, `GET /users/${mila.userId}/posts`, {
      token: mila.token,
    });
    expect(saved?.caption).toBe(caption);
  },
);

journey('the post editor links to the comments, and keeps the text meanwhile', async ({ visit }) => {
  const [olga, piet] = await createMembers(origin, 'olga', 'piet');
  const postId = await post(origin, olga, 'First frost');
  await comment(piet, postId, 'Cover the roses!');
  const page = await visit('/account', { as: olga });
  await page.getByRole('button', { name: /First frost/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel("What's on your mind?").fill('First frost, -4 degrees');
  await dialog.getByRole('button', { name: 'See the post and its 1 comment' }).click();
  await dialog.getByText('Cover the roses!').waitFor();
  await dialog.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('menuitem', { name: 'Edit post' }).click();
  await dialog.getByText('We kept what you had written.').waitFor();
  expect(await dialog.getByLabel("What's on your mind?").inputValue()).toBe('First frost, -4 degrees');
});

journey('twenty new followers at once cause a few requests, not twenty', async ({ visit }) => {
  const [rosa, first, ...crowd] = await createMembers(
    origin,
    'rosa',
    'first',
    ...Array.from({ length: 20 }, (_, i) => `fan${i}` as const),
  );
  await follow(origin, first, rosa);
  const page = await visit('/notification', { as: rosa });
  await page.getByRole('article').first().waitFor();
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('notifications.list')) fetched += 1;
  });
  await Promise.all(crowd.map((fan) => follow(origin, fan, rosa)));
  await page
    .getByRole('article')
    .filter({ hasText: 'and 20 others' })
    .or(page.getByText('19 others'))
    .first()
    .waitFor();
  expect(fetched).toBeLessThanOrEqual(10);
});

journey(
  'the create dialog of the notifications screen requires a text and an audience, and publishes',
  async ({ visit }) => {
    const [lara] = await createMembers(origin, 'lara');
    const page = await visit('/notification', { as: lara, locale: 'es-ES' });
    const write = page.getByRole('button', { name: 'Nueva publicación' });
    const dialog = page.getByRole('dialog');
    await write.click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/notification');
    await write.click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await dialog.getByRole('textbox').first().fill('¿Alguien en la playa?');
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => callRest(origin, `GET /posts/user/${lara.userId}/count`, { token: lara.token })).toBe(1);
  },
);
