// Long: scrolls through a thousand posts.
import type { CDPSession, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const posts = 1_000;

async function fillFeed(origin: string, author: Member, count: number): Promise<void> {
  for (let n = 0; n < count; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        post(origin, author, `Post ${n + i}. ${'A few words more. '.repeat((n + i) % 9)}`),
      ),
    );
}

/** Returns the size of the page's heap in bytes after a garbage collection. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

const position = (page: Page) => page.evaluate<number>('scrollY');

journey(
  'a feed of 1,000 posts keeps few of them in the page, and little in memory',
  { timeout: 240_000 },
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    await fillFeed(origin, ben, posts);
    const page = await visit('/home', { as: ana });
    const articles = page.getByRole('article');
    await articles.first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const before = await heapBytes(session);

    let most = 0;
    const last = page.locator(`article[aria-posinset="${posts}"]`);
    for (let steps = 0; steps < 2_000 && !(await last.count()); steps++) {
      await page.mouse.wheel(0, 4_000);
      await page.waitForTimeout(30);
      most = Math.max(most, await articles.count());
    }
    await page.getByText("That's everyone.").waitFor();
    const grown = (await heapBytes(session)) - before;
    console.log(`1,000 posts: at most ${most} articles in the page, ${Math.round(grown / 1024)} KiB more held`);
    expect(most).toBeLessThan(40);
    expect(grown).toBeLessThan(12 * 1024 * 1024);

    // Going back restores the scroll position.
    const place = await position(page);
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await page.waitForURL('**/explore');
    await page.goBack();
    await last.waitFor();
    expect(Math.abs((await position(page)) - place)).toBeLessThan(200);
  },
);

/** A script that delays the reports of IntersectionObservers until the test calls `tell`, which delivers all of them at once. */
const delayIntersections = `
  const waiting = [];
  window.tell = () => { for (const told of waiting.splice(0)) told(); };
  const Own = IntersectionObserver;
  window.IntersectionObserver = class extends Own {
    constructor(heard, options) {
      const held = [];
      super((entries, observer) => {
        if (held.length === 0) waiting.push(() => heard(held.splice(0), observer));
        held.push(...entries);
      }, options);
    }
  };`;

journey('a busy browser that reports several changes at once fetches the next page', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await fillFeed(origin, ben, 60);
  const page = await visit('/login', { as: ana });
  await page.addInitScript(delayIntersections);
  await page.goto('/home');
  const articles = page.getByRole('article');
  await articles.first().waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(3_000);
  const last = page.locator('article[aria-posinset="60"]');
  for (let n = 0; n < 5 && !(await last.count()); n++) {
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForTimeout(200);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitForTimeout(200);
    await page.evaluate('tell()');
    await page.waitForTimeout(500);
  }
  expect(await last.count()).toBe(1);
});
