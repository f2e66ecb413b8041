import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

interface Shown {
  images: { alt: string | null; width: number; height: number }[];
}

journey('several pictures are ordered, described, cropped, swiped, zoomed and removed', async ({ visit }) => {
  const [ewa, adam] = await createMembers(origin, 'ewa', 'adam');
  await follow(origin, adam, ewa);
  const page = await visit('/account?popup=compose', { as: ewa });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  await sheet.getByLabel("What's on your mind?").fill('Nad jeziorem');
  const files = ['rano.jpg', 'dzien.jpg', 'noc.jpg'];
  const colours = ['#7cc0e8', '#25304a'];
  await sheet
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'rano.jpg', mimeType: 'image/jpeg', buffer: await testPhoto() },
      ...(await Promise.all(files.slice(1).map((name, i) => picture(name, colours[i] as string)))),
    ]);
  const names = () =>
    sheet
      .getByRole('listitem')
      .getByRole('img')
      .evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
  await expect.poll(names).toEqual(files.map((name) => `Preview of ${name}`));

  // Moves the last picture to the front, by keyboard.
  await sheet.getByRole('button', { name: 'Move noc.jpg', exact: true }).focus();
  for (const key of ['Space', 'ArrowLeft', 'ArrowLeft', 'Space']) {
    await page.keyboard.press(key);
    // The list takes a key only when it has drawn the last one.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }
  await expect.poll(async () => (await names())[0]).toBe('Preview of noc.jpg');

  await sheet.getByRole('button', { name: 'Describe or crop noc.jpg' }).click();
  const one = page.getByRole('dialog', { name: 'Picture' });
  await one.getByLabel('Description').fill('Gwiazdy nad wodą');
  await one.getByRole('button', { name: '1:1' }).click();
  await one.getByRole('button', { name: 'Done', exact: true }).click();
  await one.waitFor({ state: 'detached' });
  await sheet.getByText('✓ Gwiazdy nad wodą').waitFor();
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });

  const posts = () => callRest<Shown[]>(origin, `GET /users/${ewa.userId}/posts`, { token: adam.token });
  await expect.poll(async () => (await posts())[0]?.images.length, { timeout: 20_000 }).toBe(3);
  const [first] = (await posts())[0]?.images ?? [];
  expect(first).toMatchObject({ alt: 'Gwiazdy nad wodą', width: 600, height: 600 });

  const reader = await visit('/home', { as: adam });
  const card = reader.getByRole('article').filter({ hasText: 'Nad jeziorem' });
  await card.getByRole('img', { name: 'Gwiazdy nad wodą' }).waitFor();
  await card.getByText('Picture 1 of 3').waitFor();
  await card.getByRole('button', { name: 'Next picture' }).click();
  await card.getByText('Picture 2 of 3').waitFor();
  const second = card.locator('li:not([inert]) img');
  await expect.poll(async () => (await imageState(second)).width).toBeGreaterThan(0);
  await card.locator('li:not([inert]) img').click();
  const over = reader.getByRole('dialog').first();
  await over.getByRole('button', { name: 'View full screen' }).click();
  const viewer = reader.locator('.pswp');
  await viewer.getByText('1 / 3').waitFor();
  // Presses the key repeatedly, because the viewer handles keys only once it has opened.
  const step = async () => {
    if (await viewer.getByText('1 / 3').count()) await reader.keyboard.press('ArrowRight');
    return viewer.getByText('2 / 3').count();
  };
  await expect.poll(step).toBe(1);
  await reader.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  // Going back closes the full-screen viewer, but not the post under it.
  await over.getByRole('button', { name: 'View full screen' }).click();
  await viewer.getByText('1 / 3').waitFor();
  await reader.goBack();
  await viewer.waitFor({ state: 'detached' });
  await over.getByRole('button', { name: 'View full screen' }).waitFor();

  await page.getByRole('button', { name: /Nad jeziorem/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit post' });
  await editor.getByRole('button', { name: 'Remove picture 3' }).click();
  await editor.getByRole('button', { name: 'Save Changes', exact: true }).click();
  await editor.waitFor({ state: 'detached' });
  expect((await posts())[0]?.images).toHaveLength(2);
});
