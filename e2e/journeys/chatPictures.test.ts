import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member } from '../fixtures/cast.ts';
import { makeGroup, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const file = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await testPhoto() });
const choose = async (page: Page, ...names: string[]) =>
  page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(await Promise.all(names.map(file)));
const sent = async (reader: Member, chatId: number) =>
  (
    await callRest<{ content: string; image: { alt: string | null } | null; event: string | null }[]>(
      origin,
      `GET /chats/${chatId}/messages`,
      { token: reader.token },
    )
  )
    .filter(({ event }) => event === null)
    .map(({ content, image }) => (image ? `picture: ${image.alt}` : content))
    .reverse();

/** Returns the keys of the unsent pictures that this browser stores in IndexedDB. */
const storedKeys = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const opening = indexedDB.open('kith-outbox', 1);
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const listing = opening.result.transaction('pictures').objectStore('pictures').getAllKeys();
    await new Promise((resolve) => { listing.onsuccess = resolve; });
    opening.result.close();
    return listing.result.join();
  })()`);

journey(
  'pictures of a chat have descriptions, appear at once, and form one group for every member',
  async ({ visit }) => {
    const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
    const chatId = await makeGroup(origin, ana, 'Lake', ben, eve);
    const bens = await visit(`/messages?chatId=${chatId}`, { as: ben, locale: 'es-ES' });
    const anas = await visit(`/messages?chatId=${chatId}`, { as: ana });
    await choose(anas, 'one.jpg', 'two.jpg');
    await anas.getByRole('button', { name: 'Describe or crop one.jpg' }).click();
    await anas.getByRole('dialog').getByLabel('Description').fill('The lake at dawn');
    await anas.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await anas.getByLabel('Write a message…').fill('Look at this');
    await anas.keyboard.press('Enter');
    // The picture is shown from the chosen file, before the server has processed it.
    await anas.locator('[data-pictures] img[src^="blob:"]').first().waitFor();
    expect(await anas.getByRole('list', { name: 'Pictures' }).count()).toBe(0);

    const tiles = bens.locator('[data-pictures] img');
    await expect.poll(() => tiles.count()).toBe(2);
    await bens.getByRole('log').getByRole('img', { name: 'The lake at dawn' }).waitFor();
    await bens.locator('[data-bubble]').filter({ hasText: 'Look at this' }).waitFor();
    expect(await sent(eve, chatId)).toEqual(['picture: The lake at dawn', 'picture: null', 'Look at this']);
    await anas.getByRole('log').getByRole('img', { name: 'The lake at dawn' }).waitFor();
    expect(await anas.locator('[data-pictures] [data-bubble]').count()).toBe(2);

    // A click opens the picture in full screen, with the next one beside it.
    await bens.getByRole('log').getByRole('img', { name: 'The lake at dawn' }).click();
    const viewer = bens.getByRole('dialog').first();
    await viewer.getByText('The lake at dawn').waitFor();
    // Presses the key repeatedly, because the viewer ignores keys while it opens.
    await expect
      .poll(async () => {
        await bens.keyboard.press('ArrowRight');
        return viewer.getByText('The lake at dawn').isHidden();
      })
      .toBe(true);
    await bens.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  },
);

journey('a picture chosen offline survives a reload and is sent once; a refused one says why', async ({ visit }) => {
  const [ola, jan] = await createMembers(origin, 'ola', 'jan');
  await follow(origin, ola, jan);
  const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /messages', {
    token: jan.token,
    json: { senderId: jan.userId, receiverId: ola.userId, content: 'Pokaż!' },
  });
  const olas = await visit(`/messages?userId=${jan.userId}`, {
    as: ola,
    allow: /images|ERR_FAILED/,
  });
  await olas.getByText('Pokaż!').first().waitFor();
  const uploads = (url: URL) => url.pathname.endsWith('/images');
  await olas.route(uploads, (route) => route.abort());
  await choose(olas, 'jezioro.jpg');
  await expect.poll(() => storedKeys(olas)).toContain('draft.message');
  await olas.reload();
  // The draft, which survived the reload, still has the picture.
  await olas.getByRole('list', { name: 'Pictures' }).getByRole('img').waitFor();
  await olas.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => olas.locator('[data-bubble]').last().locator('[data-status]').getAttribute('data-status'))
    .toBe('waiting');
  await olas.reload();
  await olas.locator('[data-bubble] img[src^="blob:"]').waitFor();
  await olas.unroute(uploads);
  // The browser's queue of unsent writes waits for up to 30 s between two attempts.
  const longTimeout = { timeout: 45_000 };
  await expect.poll(() => sent(jan, chatId), longTimeout).toEqual(['Pokaż!', 'picture: null']);
  await expect
    .poll(() => olas.locator('[data-bubble]').last().locator('[data-status]').getAttribute('data-status'))
    .toBe('sent');

  // Drops a picture on the conversation. The server refuses the picture, the page shows why, and a retry succeeds.
  const refusal = { success: false, code: 'image-unreadable', message: 'no picture' };
  await olas.route(uploads, (route) => route.fulfill({ status: 415, json: refusal }));
  const bytes = (await testPhoto()).toString('base64');
  const dataTransfer = await olas.evaluateHandle(`(() => {
    const given = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes}'), (sign) => sign.charCodeAt(0));
    given.items.add(new File([bytes], 'b.jpg', { type: 'image/jpeg' }));
    return given;
  })()`);
  await olas.getByRole('log').dispatchEvent('drop', { dataTransfer });
  await olas.getByRole('list', { name: 'Pictures' }).getByRole('img').waitFor();
  await olas.getByRole('button', { name: 'Send' }).click();
  await olas
    .getByText('The picture is damaged and cannot be read.'.split('\u00a0')[0] ?? '', { exact: false })
    .last()
    .waitFor();
  await olas.unroute(uploads);
  await olas.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => sent(jan, chatId)).toEqual(['Pokaż!', 'picture: null', 'picture: null']);
});

journey('a picture shows its progress while it is sent, and can be cancelled', async ({ visit }) => {
  const [mia, tim] = await createMembers(origin, 'mia', 'tim');
  const { chatId } = await write(origin, tim, mia, 'Show me!');
  await callRest(origin, `POST /chats/${chatId}/accept`, { token: mia.token });
  const mias = await visit(`/messages?userId=${tim.userId}`, { as: mia });
  await mias.getByText('Show me!').first().waitFor();
  const network = await mias.context().newCDPSession(mias);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 5_000 });
  await choose(mias, 'one.jpg');
  await mias.getByRole('button', { name: 'Send' }).click();
  const ring = mias.locator('[data-bubble]').getByRole('progressbar');
  await expect.poll(async () => Number(await ring.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await mias.getByRole('button', { name: 'Cancel sending' }).click();
  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await mias.locator('[data-bubble] img').waitFor({ state: 'detached' });
  await mias.getByLabel('Write a message…').fill('Later!');
  await mias.keyboard.press('Enter');
  await expect.poll(() => sent(tim, chatId)).toEqual(['Show me!', 'Later!']);
});
