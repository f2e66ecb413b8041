// Long: ten videos are uploaded and processed.
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { film } from '../fixtures/film.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
const count = 10;

journey('a feed of ten videos loads their posters, and a video once it is played', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ben, ana);
  const page = await visit('/home', { as: ben });
  const { buffer, mimeType } = await film(page, 'lake.webm');
  for (let each = 1; each <= count; each += 1) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'lake.webm');
    form.set('alt', `Film ${each}`);
    const postId = await post(origin, ana, `Lake ${each}`);
    await callRest(origin, `POST /posts/${postId}/images`, { token: ana.token, form });
  }
  const areReady = async () => {
    const posts = await callRest<{ images: { status: string }[] }[]>(origin, `GET /users/${ana.userId}/posts`, ben);
    return posts.every(({ images }) => images[0]?.status === 'ready');
  };
  await expect.poll(areReady).toBe(true);

  const loaded: string[] = [];
  page.on('request', (request) => request.resourceType() === 'media' && loaded.push(request.url()));
  await page.reload();
  for (let each = count; each >= 1; each -= 1) {
    const poster = page.getByRole('img', { name: `Film ${each}`, exact: true });
    await poster.scrollIntoViewIfNeeded();
    await expect.poll(() => poster.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(100);
  }
  expect(loaded).toEqual([]);
  await page.getByRole('button', { name: 'Play with sound' }).last().click();
  await expect.poll(() => new Set(loaded).size).toBe(1);
});
