import { expect, inject } from 'vitest';
import { comment, createMembers, follow, like, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('the notifications screen shows examples, then actions of friends, grouped and live', async ({ visit }) => {
  const [hania, iza, jan, kuba] = await createMembers(origin, 'hania', 'iza', 'jan', 'kuba');
  const page = await visit('/notification', { as: hania, locale: 'pl-PL' });
  await page.getByText('Tu zobaczysz obserwacje').waitFor();
  expect(await page.getByText('Przykład', { exact: true }).count()).toBe(4);
  const likes = page.getByRole('button', { name: 'Polubienia' });
  await likes.click();
  expect(await likes.getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByText('Przykład', { exact: true }).count()).toBe(4);
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

  await like(origin, iza, postId);
  await row(`${iza.userName} lubi twój post`).waitFor();
  await like(origin, jan, postId);
  await row(`${jan.userName} i ${iza.userName} lubią twój post`).waitFor();
  await like(origin, kuba, postId);
  await row(`${kuba.userName} i 2 inne osoby lubią twój post`).waitFor();
  await comment(origin, jan, postId, 'Zostaw coś dla mnie!');
  await row('Zostaw coś dla mnie!').waitFor();
  await expect.poll(() => row('lubią twój post').count()).toBe(1);
  await page.getByRole('navigation').getByText('nieprzeczytan').first().waitFor({ state: 'detached' });

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
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });

  // The requester is notified of the accepted follow request, and the notification names who accepted.
  await callRest(origin, `PATCH /users/${kuba.userId}`, { token: kuba.token, json: { visibility: 'private' } });
  await follow(origin, hania, kuba);
  await callRest(origin, `POST /follows/requests/${hania.userId}/accept`, { token: kuba.token });
  await page.getByRole('button', { name: 'Wszystkie' }).click();
  await row(`${kuba.userName} przyjmuje twoją prośbę`).waitFor();
});
