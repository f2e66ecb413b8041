import exifr from 'exifr';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { password, uniqueName } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { follow, postPicture, signUp } from '../fixtures/pages.ts';
import { cornerColour, makePhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { logIn } from '../fixtures/signIn.ts';

const caption = 'First light over the lake';

journey('two members sign up, follow each other, and one sees the picture of the other', async ({ visit }) => {
  const [ada, ben] = [uniqueName('ada'), uniqueName('ben')];
  const picture = await makePhoto();
  expect(await exifr.gps(picture)).toMatchObject({
    latitude: expect.closeTo(53.77),
    longitude: expect.closeTo(21.575),
  });

  const [adas, bens] = [await visit('/signup'), await visit('/signup')];
  expect(await accessibilityFaults(adas)).toEqual([]);
  for (const [page, name] of [
    [adas, ada],
    [bens, ben],
  ] as const) {
    await signUp(page, name);
    await logIn(page, name, password);
    await page.getByText('No posts yet').first().waitFor();
  }
  await follow(adas, ben);
  await follow(bens, ada);

  await postPicture(bens, caption, picture);
  await bens.goto('/account');
  await bens
    .getByRole('button', { name: new RegExp(caption) })
    .locator('img[src*="/media/"]')
    .waitFor();

  await adas.goto('/home');
  const post = adas.getByRole('article').filter({ hasText: caption });
  await post.getByRole('link', { name: ben }).first().waitFor();
  const image = post.locator('img[src*="/media/"]').last();
  await image.waitFor();
  await expect.poll(async () => (await imageState(image)).width).toBeGreaterThan(0);
  expect(await accessibilityFaults(adas)).toEqual([]);

  const shown = new URL((await imageState(image)).address);
  expect(shown.pathname).toMatch(/^\/media\/.+\.webp$/);
  await expectServed(new URL('1080.webp', shown));
});

/** Expects the picture at this address to be an upright WebP, 1080 px wide, without metadata. */
async function expectServed(address: URL): Promise<void> {
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toBe('image/webp');
  const served = Buffer.from(await response.arrayBuffer());
  const { format, width, height, orientation, exif, xmp, iptc, icc } = await sharp(served).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 1080, height: 1440 });
  expect([orientation, exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  const { r, g, b } = await cornerColour(served, 100);
  expect(r).toBeGreaterThan(200);
  expect(g + b).toBeLessThan(80);
}

journey('a member logs out, and is anonymous again', async ({ visit }) => {
  const userName = uniqueName('cleo');
  const json = { userName, password, email: `${userName}@kith.example` };
  await callRest(inject('origin'), 'POST /users', { json });
  // The browser logs the 401 with which the server answers a visitor's request for the session.
  const page = await visit('/account', { allow: /401 .*auth\.session/ });
  await page.waitForURL(/\/login\b/);
  await logIn(page, userName, password);
  await page.getByRole('button', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login\b/);
  await page.goto('/account');
  await page.waitForURL(/\/login\b/);
});
