import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Touches the screen at `from`, moves the finger down by `way` pixels in steps, and lifts the finger. */
async function drag(page: Page, from: { x: number; y: number }, way: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] });
  await touch('touchStart', from.y);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', from.y + (way * step) / 8);
  await touch('touchEnd', from.y + way);
  await session.detach();
}

journey('a sheet is closed by dragging its title down, and stays open when the drag returns', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/explore', { as: ana, ...phone });
  await page.getByRole('button', { name: `Menu of ${ana.userName}` }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.waitFor();
  await drag(page, { x: 195, y: 28 }, 15);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(0);
  await drag(page, { x: 195, y: 28 }, 300);
  await sheet.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/explore');
});

journey('tapping Home on Home scrolls to the top, and a pull at the top refreshes', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  for (let each = 1; each <= 8; each += 1) await post(origin, ben, `Word ${each}`);
  const page = await visit('/home', { as: ana, ...phone, reducedMotion: 'reduce' });
  await page.getByText('Word 8').waitFor();
  await page.evaluate('scrollTo(0, 900)');
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  // Nothing is fetched until the finger has been dragged far enough.
  let requests = 0;
  page.on('request', (request) => {
    if (/feed\.home/.test(request.url())) requests += 1;
  });
  await drag(page, { x: 195, y: 300 }, 40);
  expect(requests).toBe(0);
  await drag(page, { x: 195, y: 300 }, 260);
  await expect.poll(() => requests).toBeGreaterThan(0);
});
