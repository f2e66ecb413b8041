import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { makeGroup } from '../fixtures/chats.ts';
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

journey(
  'a large file goes to a chat in parts, and its upload begins anew once the server has none',
  async ({ visit }) => {
    const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
    const chatId = await makeGroup(origin, ana, 'Lake', ben, eve);
    const page = await visit(`/messages?chatId=${chatId}`, { as: ana, allow: /net::ERR_FAILED|status of 40[04]/ });
    // The upload of the first attempt is one that the server does not know.
    let opened = 0;
    await page.route('**/uploads', async (route) => {
      opened += 1;
      if (opened > 1) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), location: '/uploads/999999' } });
    });
    const large = { name: 'noise.png', mimeType: 'image/png', buffer: await largePicture() };
    await page.locator('form input[type=file]').first().setInputFiles(large);
    await page.getByRole('button', { name: 'Describe or crop noise.png' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const pictures = async () =>
      (
        await callRest<{ image: { status: string } | null }[]>(origin, `GET /chats/${chatId}/messages`, {
          token: ben.token,
        })
      ).flatMap(({ image }) => (image ? [image.status] : []));
    await expect.poll(pictures, { timeout: 60_000 }).toEqual(['ready']);
    expect(opened).toBe(2);
  },
);

journey('a large file that is cancelled once its last byte has arrived is not sent', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  const chatId = await makeGroup(origin, ana, 'Lake', ben, eve);
  const page = await visit('/home', { as: ana });
  const buffer = await largePicture();
  // The response to the last piece waits until the member has cancelled.
  await page.addInitScript(`globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    set onload(handle) {
      super.onload = async (event) => {
        if (this.getResponseHeader('upload-offset') === '${buffer.length}')
          await new Promise((resolve) => { globalThis.goOn = resolve; });
        handle(event);
      };
    }
  }`);
  await page.goto(`/messages?chatId=${chatId}`);
  const named: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/chats/${chatId}/images`)) named.push(request.url());
  });
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Describe or crop noise.png' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => page.evaluate('"goOn" in globalThis')).toBe(true);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page.evaluate('goOn()');
  // Messages of a chat are sent one after the other, so this one comes after the end of the upload.
  await page.getByLabel('Write a message…').fill('Another time');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const texts = async () =>
    (
      await callRest<{ content: string; event: string | null }[]>(origin, `GET /chats/${chatId}/messages`, {
        token: ben.token,
      })
    ).flatMap(({ content, event }) => (event ? [] : [content]));
  await expect.poll(texts).toEqual(['Another time']);
  expect(named).toEqual([]);
});
