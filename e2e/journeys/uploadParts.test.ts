import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { largePicture } from '../fixtures/largePicture.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
const piece = 4 * 2 ** 20;

journey('a large file goes on after a lost connection and a reload, and no byte is sent twice', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const buffer = await largePicture();
  expect(buffer.length).toBeGreaterThan(2 * piece);
  const page = await visit('/home?popup=compose', { as: ana, allow: /net::ERR_FAILED|status of 404/ });
  // Simulates a connection that is lost after the first piece.
  let isCut = true;
  await page.route('**/uploads/*', (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    return isCut && Number(offset) > 0 ? route.abort() : route.continue();
  });
  // The response to the call that names the upload is lost too: its retry finds the upload gone, and the picture there.
  let isLost = false;
  await page.route('**/posts/*/images', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const opened: string[] = [];
  const received: [from: number, to: number][] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && request.url().endsWith('/uploads')) opened.push(request.url());
    if (request.method() !== 'PATCH' || response.status() !== 204) return;
    received.push([Number(request.headers()['upload-offset']), Number(response.headers()['upload-offset'])]);
  });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  await sheet.getByLabel("What's on your mind?").fill('Large');
  await sheet.locator('input[type=file]').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/uploads/'));
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await lost;
  await page.reload();
  await page.waitForEvent('requestfailed', (request) => request.url().includes('/uploads/'));
  isCut = false;
  const images = async () => {
    const [post] = await callRest<{ images: { status: string }[] }[]>(origin, `GET /users/${ana.userId}/posts`, {
      token: ana.token,
    });
    return post?.images.map(({ status }) => status);
  };
  await expect.poll(images, { timeout: 60_000 }).toEqual(['ready']);
  await page.getByText('Your post is out.').waitFor();
  expect(await images()).toEqual(['ready']);
  const { length } = buffer;
  const starts = Array.from({ length: Math.ceil(length / piece) }, (_, index) => index * piece);
  expect(received).toEqual(starts.map((from) => [from, Math.min(from + piece, length)]));
  expect(opened).toHaveLength(1);
});
