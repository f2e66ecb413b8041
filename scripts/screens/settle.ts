import type { Page } from 'playwright-core';

/** Fonts, a heading and the popup of the address are there, no skeleton is left, and every picture in sight has come and faded in. */
const quiet = `document.fonts.status === 'loaded' && document.querySelector('h1') &&
   !document.querySelector('[aria-busy=true], .animate-shimmer') &&
  (!/[?&](?:popup|post)=/.test(location.search) || document.querySelector('[role=dialog], [role=alertdialog]')) &&
  [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    const inSight = width > 0 && bottom > 0 && top < innerHeight;
    return !inSight || (image.complete && getComputedStyle(image).opacity === '1');
  })`;

/** Until the screen is as a member sees it who waits; one that never becomes quiet is taken as it is. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // Asked from here again and again: the page's policy forbids the evaluation that waitForFunction needs.
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    await page.waitForTimeout(100);
    if (await page.evaluate(quiet)) break;
  }
  await page.waitForTimeout(250);
}
