// Rare: a search in messages. What it finds and what lies around a message, chats.test.ts and aroundMessages.test.ts assert.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { bubble, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const focused = async (page: Page) => (await page.locator('[data-bubble]:focus').allTextContents()).join();

journey('search in one chat and in all finds messages and opens them in their context', async ({ visit }) => {
  const [mia, leo, zoe] = await createMembers(origin, 'mia', 'leo', 'zoe');
  for (let n = 1; n <= 130; n++)
    await write(
      origin,
      n % 2 ? mia : leo,
      n % 2 ? leo : mia,
      n === 20 ? 'The żurek recipe is in the drawer' : `Line ${n}.`,
    );
  const json = { userIds: [leo.userId, zoe.userId], name: 'Kitchen' };
  const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', { token: mia.token, json });
  await callRest(origin, `POST /chats/${chatId}/messages`, {
    token: zoe.token,
    json: { content: 'Zurek on Sunday?' },
  });

  // Searches one chat, and types the words without accents. The matching message is old, and many newer ones follow.
  const mias = await visit(`/messages?userId=${leo.userId}`, { as: mia });
  await bubble(mias, 'Line 130.').waitFor();
  await mias.getByRole('button', { name: `More about ${leo.userName}` }).click();
  await mias.getByRole('menuitem', { name: 'Search this chat' }).click();
  const dialog = mias.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Search messages' }).fill('zur');
  const found = dialog.getByRole('link');
  await found.locator('mark').getByText('żurek', { exact: true }).waitFor();
  await dialog.getByRole('searchbox', { name: 'Search messages' }).fill('the zurek');
  await found.getByText(/^(Today|Hoy|Dzisiaj)$/i).waitFor();
  expect(await found.count()).toBe(1);
  await found.click();
  await expect.poll(() => focused(mias)).toContain('The żurek recipe');
  for (const near of ['Line 19.', 'Line 21.']) await bubble(mias, near).waitFor();
  expect(await bubble(mias, 'Line 130.').count()).toBe(0);
  // A message arrives while the page shows old messages, and is found at the end of the chat.
  await write(origin, leo, mia, 'And I wait');
  await mias.getByRole('button', { name: 'To the newest' }).click();
  await bubble(mias, 'And I wait').waitFor();
  await bubble(mias, 'The żurek recipe').waitFor({ state: 'detached' });

  // Searches all chats with the search field of the list of chats.
  await mias.goto('/messages');
  await mias.getByRole('searchbox', { name: 'Search chats' }).fill('żurek');
  const results = mias.getByRole('region', { name: 'Messages', exact: true });
  await results.getByText('Kitchen').waitFor();
  await results.getByRole('link').filter({ hasText: leo.userName }).click();
  await expect.poll(() => focused(mias)).toContain('The żurek recipe');
  await mias.getByLabel('Write a message…').fill('Found it');
  await mias.keyboard.press('Enter');
  await bubble(mias, 'Found it').waitFor();
  await expect.poll(() => bubble(mias, 'Found it').locator('[data-status]').getAttribute('data-status')).toBe('sent');

  // Searches by day. All messages are of today, so the result is the first message of the chat.
  await mias.getByRole('button', { name: `More about ${leo.userName}` }).click();
  await mias.getByRole('menuitem', { name: 'Search this chat' }).click();
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  await dialog.getByLabel('Go to a day').fill(today.join('-'));
  await dialog.getByRole('button', { name: 'Go', exact: true }).click();
  await expect.poll(() => focused(mias)).toContain('Line 1.');

  // Scrolling down from the first message loads newer messages until the newest is reached.
  const scroller = mias.getByRole('log').locator('xpath=..');
  await expect
    .poll(async () => {
      await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
      return bubble(mias, 'Found it').count();
    })
    .toBe(1);
});
