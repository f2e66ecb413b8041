// Rare: how a phone writes a video, and a page that is closed too early. The main path is in videos.test.ts.
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member } from '../fixtures/cast.ts';
import { film, phoneFilm } from '../fixtures/film.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

interface Posted {
  images: { kind: string; status: string; width: number | null; height: number | null }[];
}

/** Returns the first picture of the member's newest post, as `reader` gets it. */
const firstPicture = async ({ userId }: Member, { token }: Member) =>
  (await callRest<Posted[]>(origin, `GET /users/${userId}/posts`, { token }))[0]?.images[0];

journey(
  'a video that lies on its side in its file, as phones write it, is upright for everybody',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ben, ana);
    const anas = await visit('/home?popup=compose', { as: ana });
    const sheet = anas.getByRole('dialog', { name: 'New post' });
    await sheet.locator('input[type=file]').setInputFiles(await phoneFilm(anas, 'pier.mov'));
    await sheet.getByLabel("What's on your mind?").fill('Upright');
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    const shape = { width: 240, height: 320 };
    await expect.poll(() => firstPicture(ana, ben)).toMatchObject({ kind: 'video', status: 'ready', ...shape });

    const bens = await visit('/home', { as: ben });
    await bens.getByRole('button', { name: 'Play with sound' }).click();
    const played = `(({ videoWidth: width, videoHeight: height }) => ({ width, height }))(document.querySelector('article video'))`;
    await expect.poll(() => bens.evaluate(played)).toEqual(shape);
  },
);

journey('a post whose page is closed while its video is prepared goes on in the next page', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/home?popup=compose', { as: ana });
  const sheet = page.getByRole('dialog', { name: 'New post' });
  const video = await film(page, 'lake.webm');
  // This page never ends preparing the video.
  await page.evaluate('globalThis.Worker = class { postMessage() {} terminate() {} }');
  await sheet.locator('input[type=file]').setInputFiles(video);
  await sheet.getByLabel("What's on your mind?").fill('Home late');
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('progressbar', { name: 'Preparing the video: 0%' }).waitFor();
  const next = await page.context().newPage();
  await next.goto(`${origin}/home`);
  await next.getByText('Home late').waitFor();
  // While the page is open, another one leaves the post to it.
  await page.close();
  await next.getByText('Your post is out.').waitFor();
  expect(await firstPicture(ana, ana)).toMatchObject({ kind: 'video' });
  await next.close();
});
