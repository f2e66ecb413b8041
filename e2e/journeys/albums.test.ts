import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('two members fill an album, see who added what, and one takes a picture out', async ({ visit }) => {
  const [ola, jan] = await createMembers(origin, 'ola', 'jan');
  await follow(origin, jan, ola);
  const photo = { mimeType: 'image/jpeg', buffer: await testPhoto() };
  const page = await visit('/home?popup=compose', { as: ola });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  await sheet.getByLabel("What's on your mind?").fill('Weekend at the lake');
  await sheet.getByLabel('Tag people').fill(`@${jan.userName}`);
  await sheet.locator('input[type=file]').setInputFiles({ name: 'one.jpg', ...photo });
  await sheet.getByRole('button', { name: 'Album', exact: true }).click();
  await sheet.getByText('Those you tag can add pictures').waitFor();
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('article').filter({ hasText: 'Weekend' }).getByText('Album · 1').waitFor();
  const posts = () => callRest<{ postId: number }[]>(origin, `GET /users/${ola.userId}/posts`, { token: jan.token });
  await expect.poll(async () => (await posts()).length, { timeout: 20_000 }).toBe(1);
  const [post] = await posts();

  const other = await visit(`/post/${post?.postId}`, { as: jan });
  const album = other.getByRole('region', { name: 'Album' });
  await album.getByText(ola.userName, { exact: true }).waitFor();
  await album.getByRole('button', { name: 'Add pictures' }).click();
  const dialog = other.getByRole('dialog', { name: 'Add pictures' });
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'two.jpg', ...photo },
    { name: 'three.jpg', ...photo },
  ]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await album.getByRole('heading', { name: 'Album · 3' }).waitFor();
  await expect.poll(() => album.getByText(jan.userName, { exact: true }).count()).toBe(2);

  const card = page.getByRole('article').filter({ hasText: 'Weekend' });
  await card.getByText('Album · 3').waitFor();
  const download = other.waitForEvent('download');
  await album.getByRole('link', { name: 'Download all' }).click();
  expect((await download).suggestedFilename()).toMatch(/^album-\d+\.zip$/);

  await album.getByRole('button', { name: 'Take pictures out' }).click();
  const own = album.getByRole('button', { name: `Take out the picture by ${jan.userName}` });
  await expect.poll(() => own.count()).toBe(2);
  await own.first().click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Take out', exact: true }).click();
  await album.getByRole('heading', { name: 'Album · 2' }).waitFor();
  await card.getByText('Album · 2').waitFor();
});
