import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { film } from '../fixtures/film.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

interface Posted {
  postId: number;
  images: { kind: string; durationMs: number | null; alt: string | null; status: string }[];
}

const positionOf = `document.querySelector('article video')?.currentTime ?? 0`;

journey('a video is cut, described and posted, and plays with sound in the feed of a friend', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ben, ana);
  const anas = await visit('/home?popup=compose', { as: ana });
  const sheet = anas.getByRole('dialog', { name: 'New post' });
  await sheet.locator('input[type=file]').setInputFiles(await film(anas, 'lake.webm'));
  // The video is prepared in the background, and shows its first frame once it is.
  await sheet.getByRole('img', { name: 'Preview of lake.webm' }).waitFor();
  await sheet.getByRole('button', { name: 'Cut or describe lake.webm' }).click();
  const one = anas.getByRole('dialog', { name: 'Video' });
  const end = one.getByRole('slider', { name: 'End' });
  const wholeMs = Number(await end.getAttribute('max')) * 1_000;
  await end.focus();
  // Ten tenths of a second.
  for (let step = 0; step < 10; step += 1) await anas.keyboard.press('ArrowLeft');
  await one.getByLabel('Description').fill('The lake from the boat');
  await one.getByRole('button', { name: 'Done', exact: true }).click();
  await sheet.getByLabel("What's on your mind?").fill('On the water');
  // The post waits for the video, which is prepared again.
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });

  const posted = async () =>
    (await callRest<Posted[]>(origin, `GET /users/${ana.userId}/posts`, { token: ben.token }))[0]?.images[0];
  await expect.poll(posted).toMatchObject({ kind: 'video', alt: 'The lake from the boat', status: 'ready' });
  // The last frame lasts until the next would have come.
  const { durationMs } = (await posted()) ?? {};
  expect(Math.abs(Number(durationMs) - (wholeMs - 1_000))).toBeLessThan(400);

  const bens = await visit('/home', { as: ben });
  await bens.getByRole('img', { name: 'The lake from the boat' }).waitFor();
  expect(await bens.evaluate(positionOf)).toBe(0);
  const part = bens.waitForResponse((response) => response.status() === 206);
  await bens.getByRole('button', { name: 'Play with sound' }).click();
  expect(new URL((await part).url()).pathname).toMatch(/\/video\.(mp4|webm)$/);
  await expect.poll(() => bens.evaluate(positionOf)).toBeGreaterThan(0.2);
  await bens.getByRole('button', { name: 'Pause the video' }).waitFor();
});
