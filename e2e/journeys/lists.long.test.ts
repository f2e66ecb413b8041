// Rare: a long way down a list and back. Pages and cursors, the tests of each list in the API assert.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

const article = (page: Page, nth: number) => page.locator(`article[aria-posinset="${nth}"]`);
const topOf = async (page: Page, nth: number) => Math.round((await article(page, nth).boundingBox())?.y ?? Number.NaN);

/** Turns the mouse wheel in steps until the article with this number is rendered. */
async function scrollTo(page: Page, nth: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 600);
        return article(page, nth).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
}

journey(
  'a list keeps its place, also when it becomes long, keeps a half-typed comment, and takes new posts',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const write = async (from: number, to: number) => {
      for (let n = from; n < to; n++) await post(origin, ben, `Post ${n}. ${'A few words more. '.repeat(n % 9)}`);
    };
    await write(0, 18);
    const page = await visit('/home', { as: ana });
    await article(page, 1).waitFor();
    await scrollTo(page, 18);
    // Scrolls to the end of the page first: there, the momentum of earlier wheel turns cannot scroll any further.
    const toEnd = () =>
      expect
        .poll(() => page.evaluate('scrollTo(0, 1e6); Math.round(scrollY + innerHeight - document.body.scrollHeight)'))
        .toBe(0);
    await toEnd();
    // The end of the feed is rendered once its place is in sight, and is higher than its place.
    await page.getByText("That's everyone.").waitFor();
    await toEnd();
    await page.evaluate('scrollBy(0, -400)');
    expect(await page.evaluate('scrollY')).toBeGreaterThan(1_000);
    const place = await topOf(page, 15);
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await page.waitForURL('**/explore');
    await page.goBack();
    await article(page, 15).waitFor();
    await expect.poll(() => topOf(page, 15)).toBe(place);

    await write(18, 70);
    // Delays the script that virtualises a long list, so that all rows are rendered first.
    let come = () => {};
    const due = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route('**/VirtualRows-*.js', async (route) => {
      await due;
      await route.continue();
    });
    await page.goto('/home');
    await article(page, 1).waitFor();
    await scrollTo(page, 36);
    const field = article(page, 34).getByRole('textbox');
    await field.fill('Half a sen');
    const before = [await topOf(page, 34), await topOf(page, 35)];
    const articles = await page.getByRole('article').count();
    expect(articles).toBeGreaterThanOrEqual(36);
    come();
    await expect.poll(() => page.getByRole('article').count()).toBeLessThan(articles);
    expect([await topOf(page, 34), await topOf(page, 35)]).toEqual(before);
    expect(await field.inputValue()).toBe('Half a sen');
    expect(await page.evaluate('document.activeElement.value')).toBe('Half a sen');

    // Going back restores the scroll position in the virtualised list.
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await page.waitForURL('**/explore');
    await page.goBack();
    await article(page, 34).waitFor();
    await expect.poll(() => topOf(page, 34)).toBe(before[0]);

    // New posts reset the list: it shows all posts, without a gap below.
    await post(origin, ben, 'The newest of all');
    await page.getByRole('button', { name: 'New posts' }).click();
    await article(page, 1).getByText('The newest of all').waitFor();
    for (const nth of [2, 10, 20]) await scrollTo(page, nth);
    await page.getByRole('button', { name: 'New posts' }).waitFor({ state: 'detached' });
    const [box, row] = [await page.getByRole('feed').boundingBox(), await article(page, 20).boundingBox()];
    expect(Math.round((row?.y ?? 0) + (row?.height ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0)))).toBeLessThanOrEqual(
      20,
    );
  },
);
