import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

journey('the composer keeps its picture until it is cancelled, and refuses what is no picture', async ({ visit }) => {
  const origin = inject('origin');
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/account?popup=compose', { as: ana });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  const file = sheet.locator('input[type=file]');
  const picture = sheet.getByRole('img', { name: 'Preview of lake.jpg' });
  const loaded = () => expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const buffer = await testPhoto();
  await file.setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
  await loaded();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await add.click();
  await sheet.getByText('We kept what you had written.').waitFor();
  await loaded();
  await page.reload();
  await loaded();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'detached' });
  await add.click();
  // If the cancelled picture were still stored, the form would list it before the new one.
  await file.setInputFiles({ name: 'shore.jpg', mimeType: 'image/jpeg', buffer });
  await sheet.getByRole('img', { name: /shore/ }).waitFor();
  expect(await sheet.getByRole('listitem').count()).toBe(1);
  await sheet.getByRole('button', { name: 'Cancel' }).click();

  await add.click();
  const notes = { mimeType: 'image/jpeg', buffer: Buffer.from('These are notes, whatever they are called.') };
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await sheet.getByLabel("What's on your mind?").fill('The lake, seen from the train');
  await file.setInputFiles([
    { name: 'lake.jpg', ...notes },
    { name: 'train.jpg', ...notes },
  ]);
  await sheet.getByRole('alert').getByText('The picture is damaged and cannot be read.').waitFor();
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Post without it' }).waitFor();
  expect(await sheet.getByRole('button', { name: 'Post', exact: true }).count()).toBe(0);
  await file.setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  const posts = () => callRest<{ imageUrl: string }[]>(origin, `GET /users/${ana.userId}/posts`, { token: ana.token });
  // Polls, because the form may close before a busy worker has processed the picture.
  await expect.poll(async () => (await posts()).map(({ imageUrl }) => imageUrl !== null)).toEqual([true]);
});
