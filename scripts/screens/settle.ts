import type { Page } from 'playwright-core';

/**
 * Fonts, a heading and the popup of the address are present, no skeleton is left, and every visible picture has loaded and faded
 * in.
 */
const quiet = `document.fonts.status === 'loaded' && document.querySelector('h1') &&
   !document.querySelector('[aria-busy=true], .animate-shimmer') &&
  (!/[?&](?:popup|post)=/.test(location.search) || document.querySelector('[role=dialog], [role=alertdialog]')) &&
  [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    const inSight = width > 0 && bottom > 0 && top < innerHeight;
    return !inSight || (image.complete && getComputedStyle(image).opacity === '1');
  })`;

/** Waits until the screen is complete; one that does not settle is photographed as it is. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // The page is polled from here, because its CSP forbids the evaluation that waitForFunction needs.
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    await page.waitForTimeout(100);
    if (await page.evaluate(quiet)) break;
  }
  await page.waitForTimeout(250);
}
