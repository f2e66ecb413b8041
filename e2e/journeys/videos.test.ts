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

journey('a video is cut, described and posted, and plays with sound in the feeds of friends', async ({ visit }) => {
  const [ana, ben, cleo] = await createMembers(origin, 'ana', 'ben', 'cleo');
  for (const friend of [ben, cleo]) await follow(origin, friend, ana);
  const anas = await visit('/home?popup=compose', { as: ana, locale: 'es-ES' });
  const sheet = anas.getByRole('dialog', { name: 'Nueva publicación' });
  await sheet.locator('input[type=file]').setInputFiles(await film(anas, 'lake.webm'));
  // The video is prepared in the background, and shows its first frame once it is.
  await sheet.getByRole('img', { name: 'Vista previa de lake.webm' }).waitFor();
  await sheet.getByRole('button', { name: 'Recortar o describir lake.webm' }).click();
  const one = anas.getByRole('dialog', { name: 'Vídeo' });
  const end = one.getByRole('slider', { name: 'Final' });
  const wholeMs = Number(await end.getAttribute('max')) * 1_000;
  await end.focus();
  // Ten tenths of a second.
  for (let step = 0; step < 10; step += 1) await anas.keyboard.press('ArrowLeft');
  await one.getByLabel('Descripción').fill('The lake from the boat');
  await one.getByRole('button', { name: 'Listo', exact: true }).click();
  await sheet.getByLabel('¿Qué estás pensando?').fill('On the water');
  // The post waits for the video, which is prepared again.
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });

  const posted = async () =>
    (await callRest<Posted[]>(origin, `GET /users/${ana.userId}/posts`, { token: ben.token }))[0]?.images[0];
  await expect.poll(posted).toMatchObject({ kind: 'video', alt: 'The lake from the boat', status: 'ready' });
  // The last frame lasts until the next would have come.
  const { durationMs } = (await posted()) ?? {};
  expect(Math.abs(Number(durationMs) - (wholeMs - 1_000))).toBeLessThan(400);

  const feeds = [
    { as: ben, locale: 'pl-PL', play: 'Odtwórz z dźwiękiem', pause: 'Wstrzymaj film' },
    { as: cleo, locale: 'en-GB', play: 'Play with sound', pause: 'Pause the video' },
  ];
  for (const { play, pause, ...friend } of feeds) {
    const feed = await visit('/home', friend);
    await feed.getByRole('img', { name: 'The lake from the boat' }).waitFor();
    expect(await feed.evaluate(positionOf)).toBe(0);
    const part = feed.waitForResponse((response) => response.status() === 206);
    await feed.getByRole('button', { name: play }).click();
    expect(new URL((await part).url()).pathname).toMatch(/\/video\.(mp4|webm)$/);
    await expect.poll(() => feed.evaluate(positionOf)).toBeGreaterThan(0.2);
    await feed.getByRole('button', { name: pause }).waitFor();
  }
});
