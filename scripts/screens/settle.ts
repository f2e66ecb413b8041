import type { Page } from 'playwright-core';

/**
 * An expression that is true once fonts, a heading and the popup named in the address are present, no loading placeholder is
 * left, and every visible picture has loaded and faded in. A post's further pictures have no source before they come near.
 */
export const quiet = `document.fonts.status === 'loaded' && document.querySelector('h1') &&
   !document.querySelector('[aria-busy=true], .animate-shimmer') &&
  (!/[?&](?:popup|post)=/.test(location.search) || document.querySelector('[role=dialog], [role=alertdialog]')) &&
  [...document.images].every((image) => {
    const { top, bottom, left, right, width } = image.getBoundingClientRect();
    // Beside the picture that a row of pictures shows, the others are cut off.
    const row = (image.closest('[class*=snap-x]') ?? document.documentElement).getBoundingClientRect();
    const inSight = width > 0 && bottom > 0 && top < innerHeight && right > row.left + 1 && left < row.right - 1;
    return !inSight || !image.src || (image.complete && getComputedStyle(image).opacity === '1');
  })`;

/** Waits until the screen is complete, but no longer than about 15 s. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // Polls with `evaluate`, because the page's CSP forbids what Playwright's waitForFunction needs.
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    await page.waitForTimeout(100);
    if (await page.evaluate(quiet)) break;
  }
  await page.waitForTimeout(250);
}
