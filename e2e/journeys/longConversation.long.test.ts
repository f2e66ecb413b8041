// Rare: a conversation of many pages. The pages themselves, the tests of chats in the API assert.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { row, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

const bubble = (page: Page, text: string) => page.locator('[data-bubble]').filter({ hasText: text });

journey('a long conversation opens at its end, and loads older messages without a jump', async ({ visit }) => {
  const [emma, paul] = await createMembers(origin, 'emma', 'paul');
  for (let n = 1; n <= 130; n++) await write(origin, n % 3 ? paul : emma, n % 3 ? emma : paul, `Line ${n}.`);
  const page = await visit(`/messages?userId=${paul.userId}`, { as: emma, viewport: { width: 390, height: 780 } });
  await bubble(page, 'Line 130.').waitFor();
  const top = async (text: string) => (await bubble(page, text).boundingBox())?.y ?? Number.NaN;
  expect(await top('Line 130.')).toBeLessThan(700);

  const scroller = page.getByRole('log').locator('xpath=..');
  await scroller.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  await bubble(page, 'Line 70.').waitFor();
  await bubble(page, 'Line 91.').scrollIntoViewIfNeeded();
  const moved = async () => {
    const before = await top('Line 91.');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    return (await top('Line 91.')) - before;
  };
  await expect.poll(moved).toBe(0);
  const before = await top('Line 91.');
  await write(origin, paul, emma, 'One more.');
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.waitFor();
  expect(await top('Line 91.')).toBeCloseTo(before, 0);
  await pill.click();
  await bubble(page, 'One more.').waitFor();
  await expect.poll(() => top('One more.')).toBeLessThan(700);

  // The list of messages is virtualised, so the first message is not rendered until the Home key scrolls to the top.
  await expect
    .poll(async () => {
      await page.getByRole('log').focus();
      await page.keyboard.press('Home');
      return bubble(page, 'Line 1.').count();
    })
    .toBe(1);
  await expect.poll(() => bubble(page, 'One more.').count()).toBe(0);
  await page.getByRole('log').focus();
  await page.keyboard.press('End');
  const focused = async () => (await page.locator('[data-bubble]:focus').allTextContents()).join();
  await expect.poll(focused).toContain('One more.');
  await expect.poll(() => top('One more.')).toBeLessThan(700);

  await page.getByRole('button', { name: 'Back to chats' }).click();
  await row(page, paul).waitFor();
  expect(new URL(page.url()).search).toBe('');
});
