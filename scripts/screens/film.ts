import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';

/** A screenshot of the page; `at` is in milliseconds since the start of the film. */
export interface Frame {
  at: number;
  jpeg: Buffer;
}

/** Takes a screenshot whenever the page paints, until `stop` is called. `begun` is the time when the film started. */
export async function film(page: Page, begun: number) {
  const frames: Frame[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ at: Date.now() - begun, jpeg: Buffer.from(data, 'base64') });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 2 });
  return async (): Promise<Frame[]> => {
    await wait(300);
    await session.send('Page.stopScreencast');
    await session.detach();
    return frames;
  };
}

/** The source of a function that runs in a page. It draws each frame on a canvas at its time, and records the canvas as WebM. */
const record = `async ({ times, width, height, end }) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm', videoBitsPerSecond: 2_500_000 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const over = new Promise((resolve) => { recorder.onstop = resolve; });
  const pictureOf = async (index) => createImageBitmap(await (await fetch('/' + index + '.jpg')).blob());
  let next = pictureOf(0);
  recorder.start(1000);
  const begun = performance.now();
  for (let index = 0; index < times.length; index += 1) {
    const picture = await next;
    if (index + 1 < times.length) next = pictureOf(index + 1);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + times[index] - performance.now())));
    const scale = Math.min(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    context.fillStyle = '#1d1a1f';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + end - performance.now())));
  recorder.stop();
  await over;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += 32768) text += String.fromCharCode(...bytes.subarray(from, from + 32768));
  return btoa(text);
}`;

/** Encodes frames as a silent WebM with the browser's MediaRecorder, which takes as long as the film lasts. */
export async function webm(browser: Browser, frames: readonly Frame[], size: { width: number; height: number }) {
  const page = await browser.newPage();
  await page.route('http://film.test/**', (route) => {
    const index = Number(/(\d+)\.jpg$/.exec(route.request().url())?.[1] ?? -1);
    const frame = frames[index];
    return frame
      ? route.fulfill({ contentType: 'image/jpeg', body: frame.jpeg })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
  });
  await page.goto('http://film.test/');
  const times = frames.map(({ at }) => at);
  const given = { times, ...size, end: (times.at(-1) ?? 0) + 1_500 };
  const encoded = await page.evaluate<string>(`(${record})(${JSON.stringify(given)})`);
  await page.close();
  return Buffer.from(encoded, 'base64');
}

/** Encodes `perSecond` frames a second as an animated GIF. */
export async function gif(
  frames: readonly Frame[],
  { width, height }: { width: number; height: number },
  perSecond = 3,
) {
  const every = 1_000 / perSecond;
  const end = (frames.at(-1)?.at ?? 0) + every;
  const chosen: Frame[] = [];
  for (let at = every; at < end; at += every) {
    const shown = frames.findLast((frame) => frame.at <= at);
    if (shown) chosen.push(shown);
  }
  const background = { r: 29, g: 26, b: 31 };
  const pictures = await Promise.all(
    chosen.map(({ jpeg }) => sharp(jpeg).resize({ width, height, fit: 'contain', background }).png().toBuffer()),
  );
  // Equal screenshots in a row become one frame with a longer delay.
  const kept: { picture: Buffer; delay: number }[] = [];
  for (const picture of pictures) {
    const last = kept.at(-1);
    if (last?.picture.equals(picture)) last.delay += every;
    else kept.push({ picture, delay: every });
  }
  return sharp(
    kept.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .gif({ delay: kept.map(({ delay }) => Math.round(delay)), loop: 0, colours: 128, interFrameMaxError: 6, effort: 7 })
    .toBuffer();
}
