// Rare: the animation from a picture to its open post.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';

const origin = inject('origin');

/** A script that records where the animated element is at the start and at the end of each view transition. */
const observe = `{
  globalThis.moves = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const placeOf = () => {
      const moving = [...document.querySelectorAll('[data-transition]')].find((each) => each.style.viewTransitionName);
      return moving ? (moving.closest('[role=dialog]') ? 'post' : 'page') : 'none';
    };
    const from = placeOf();
    return start(async () => {
      await update();
      moves.push(from + ' to ' + placeOf());
    });
  };
}`;
const moves = (page: Page) => page.evaluate<string[]>('moves');

for (const [what, reducedMotion] of [
  ['grows into its post and goes back', 'no-preference'],
  ['is not animated for members who prefer reduced motion', 'reduce'],
] as const)
  journey(`a picture ${what}`, async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    await attachPicture(origin, ben, await post(origin, ben, 'A picture to open'), await testPhoto());
    const page = await visit('about:blank', { as: ana, reducedMotion });
    await page.addInitScript(observe);
    await page.goto('/home');
    const card = page.getByRole('article').filter({ hasText: 'A picture to open' });
    // A click would scroll to a picture that is not on the screen as a whole.
    await card.getByRole('img').first().scrollIntoViewIfNeeded();
    const before = await card.getByRole('img').first().boundingBox();
    const sheet = page.getByRole('dialog');
    const moving = page.locator('[data-transition][style*=view-transition-name]');
    const still = () => expect.poll(() => moving.count()).toBe(0);
    // This is the first click on a post, so the JavaScript chunk of the dialog in which a post opens is not loaded yet.
    await card.getByRole('img').first().click();
    await sheet.getByRole('img').first().waitFor();
    await still();
    await sheet.getByRole('button', { name: 'Close', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await still();
    await card.getByRole('img').first().click();
    await sheet.getByRole('img').first().waitFor();
    await still();
    // After Escape nothing is animated, because an animation would delay the next key.
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await still();
    expect(await moves(page)).toEqual(
      reducedMotion === 'reduce' ? [] : ['page to post', 'post to page', 'page to post'],
    );
    expect(await card.getByRole('img').first().boundingBox()).toEqual(before);
  });
