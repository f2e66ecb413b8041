import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

journey(
  'a file that is no picture is refused at once, and its post is published without it only on request',
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana] = await createMembers(origin, 'ana');
    const page = await visit('/account?popup=compose', { as: ana });
    const sheet = page.getByRole('dialog');
    const file = sheet.locator('input[type=file]');
    const notes = { mimeType: 'image/jpeg', buffer: Buffer.from('These are notes, whatever they are called.') };
    await sheet.getByLabel("What's on your mind?").fill('The lake, seen from the train');
    await file.setInputFiles([
      { name: 'lake.jpg', ...notes },
      { name: 'train.jpg', ...notes },
    ]);
    await sheet.getByRole('alert').getByText('The picture is damaged and cannot be read.').waitFor();
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(0);
    await sheet.getByRole('button', { name: 'Post without it' }).waitFor();
    expect(await sheet.getByRole('button', { name: 'Post', exact: true }).count()).toBe(0);

    await file.setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await testPhoto() });
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    const posts = () =>
      callRest<{ imageUrl: string }[]>(origin, `GET /users/${ana.userId}/posts`, { token: ana.token });
    // Polls, because the form may close before a busy worker has processed the picture.
    await expect.poll(async () => (await posts()).map(({ imageUrl }) => imageUrl !== null)).toEqual([true]);
  },
);

journey('the picture of a closed composer is kept with the text, until it is cancelled', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  const page = await visit('/account?popup=compose', { as: ana });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  const picture = sheet.getByRole('img', { name: 'Preview of lake.jpg' });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const buffer = await testPhoto();
  await sheet.locator('input[type=file]').setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
  await picture.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await add.click();
  await sheet.getByText('We kept what you had written.').waitFor();
  await expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);

  await page.reload();
  await expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'detached' });
  await add.click();
  await sheet.waitFor();
  // If the cancelled picture were still stored, the form would list it before the new one.
  await sheet.locator('input[type=file]').setInputFiles({ name: 'shore.jpg', mimeType: 'image/jpeg', buffer });
  await sheet.getByRole('img', { name: /shore/ }).waitFor();
  expect(await picture.count()).toBe(0);
  expect(await sheet.getByRole('listitem').count()).toBe(1);
});
