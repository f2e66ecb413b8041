import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { cast, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { done } from '../fixtures/rest.ts';

const origin = inject('origin');

const like = ({ token, userId }: Member, postId: number) =>
  done(origin, 'POST /likes', { token, json: { userId, postId } });
const comment = ({ token, userId }: Member, postId: number, content: string) =>
  done(origin, 'POST /comments', { token, json: { userId, postId, content } });

journey('samples come first, then what friends do, grouped and live', async ({ visit }) => {
  const [hania, iza, jan, kuba] = await cast(origin, 'hania', 'iza', 'jan', 'kuba');
  const page = await visit('/notification', { as: hania, locale: 'pl-PL' });
  await page.getByText('Tak to będzie wyglądać').waitFor();
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
  await row(`${iza.userName} zaczyna cię obserwować`).waitFor();
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
  expect(new URL(page.url()).searchParams.get('post')).toBe(String(postId));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Obserwacje' }).click();
  await row('zaczyna cię obserwować').getByRole('link').click();
  await page.waitForURL(`**/user/${iza.userName}`);

  await follow(origin, jan, hania);
  await page.goBack();
  await row(`${jan.userName} i ${iza.userName} zaczynają cię obserwować`).getByRole('link').click();
  await page.waitForURL('**/account?popup=followers');
  await page.getByRole('dialog').getByRole('link', { name: jan.userName }).waitFor();
});

journey("the screen's own post dialog asks for words, and only closes", async ({ visit }) => {
  const [lara] = await cast(origin, 'lara');
  const page = await visit('/notification', { as: lara, locale: 'es-ES' });
  const write = page.getByRole('button', { name: 'Nueva publicación' });
  const dialog = page.getByRole('dialog');
  await write.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/notification');
  await write.click();
  await dialog.getByLabel('Quién puede verla').selectOption({ label: 'Amigos' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await dialog.getByRole('textbox').first().fill('¿Alguien en la playa?');
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await done(origin, `GET /posts/user/${lara.userId}/count`, { token: lara.token })).toBe(0);
});
