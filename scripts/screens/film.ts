import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
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

/** Encodes `perSecond` frames a second as an animated WebP. */
export async function animation(
  frames: readonly Frame[],
  { width, height }: { width: number; height: number },
  perSecond = 3,
): Promise<Buffer> {
  const every = 1_000 / perSecond;
  const end = (frames.at(-1)?.at ?? 0) + every;
  const background = { r: 29, g: 26, b: 31 };
  const kept: { jpeg: Buffer; delay: number }[] = [];
  for (let at = every; at < end; at += every) {
    const shown = frames.findLast((frame) => frame.at <= at);
    const last = kept.at(-1);
    // A screenshot that stays becomes one frame with a longer delay.
    if (shown && last?.jpeg === shown.jpeg) last.delay += every;
    else if (shown) kept.push({ jpeg: shown.jpeg, delay: every });
  }
  const pictures = await Promise.all(
    kept.map(({ jpeg }) => sharp(jpeg).resize({ width, height, fit: 'contain', background }).png().toBuffer()),
  );
  return sharp(pictures, { join: { animated: true } })
    .webp({ delay: kept.map(({ delay }) => Math.round(delay)), loop: 0, quality: 60 })
    .toBuffer();
}
