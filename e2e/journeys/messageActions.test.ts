import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { bubble, choose, row, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('two friends reply, edit, react and delete messages', async ({ visit }) => {
  const reacted = (emoji: string) => `${emoji}: 1 reaction`;
  const [ada, ben] = await createMembers(origin, 'ada', 'ben');
  await write(origin, ada, ben, 'Lake on Saturday?');
  for (let n = 1; n <= 45; n++) await write(origin, n % 2 ? ben : ada, n % 2 ? ada : ben, `Line ${n}.`);
  const adas = await visit(`/messages?userId=${ben.userId}`, { as: ada });
  const bens = await visit(`/messages?userId=${ada.userId}`, { as: ben });

  // Replies to the last message through the menu that a right click opens.
  await bubble(bens, 'Line 44.').click({ button: 'right' });
  await choose(bens, 'Reply');
  await bens.getByText(`Reply to ${ada.userName}`).waitFor();
  await bens.keyboard.type('I brnig the cake');
  await bens.keyboard.press('Enter');
  await bubble(adas, 'I brnig the cake').getByText('Line 44.').waitFor();

  // Edits the message through the menu of the message, by keyboard only.
  await bens.keyboard.press('Shift+Tab');
  await bens.keyboard.press('ArrowUp');
  await bens.keyboard.press('Tab');
  await bens.keyboard.press('Tab');
  await bens.keyboard.press('Enter');
  await bens.getByRole('menuitem', { name: 'Edit' }).waitFor();
  await choose(bens, 'Edit');
  await bens.getByLabel('Edit your message').fill('I bring the cake');
  await bens.keyboard.press('Enter');
  await bubble(adas, 'I bring the cake').getByText('edited').waitFor();

  // Adds a reaction from the short list in the menu, and another one from the emoji picker.
  await bubble(adas, 'I bring the cake').click({ button: 'right' });
  await choose(adas, 'React with ❤️');
  await bens.getByRole('button', { name: reacted('❤️') }).waitFor();
  await bubble(adas, 'I bring the cake').click({ button: 'right' });
  await choose(adas, 'More emoji');
  await adas.getByRole('searchbox', { name: 'Search emoji' }).fill('birthday cake');
  await adas.getByRole('gridcell', { name: 'birthday cake' }).waitFor();
  await adas.keyboard.press('Enter');
  await bens.getByRole('button', { name: reacted('🎂') }).click();
  await adas.getByRole('button', { name: '🎂: 2 reactions' }).waitFor();

  // A click on a quote scrolls to the quoted message, which has to be loaded first.
  await bubble(adas, 'Line 1.').waitFor({ state: 'detached' });
  const first = await callRest<{ messageId: number }[]>(
    origin,
    `GET /messages/conversation/${ada.userId}/${ben.userId}`,
    {
      token: ben.token,
    },
  );
  await callRest(origin, 'POST /messages', {
    token: ben.token,
    json: {
      senderId: ben.userId,
      receiverId: ada.userId,
      content: 'Still on?',
      replyToId: first.at(-1)?.messageId,
    },
  });
  await bubble(adas, 'Still on?').getByRole('button', { name: 'Lake on Saturday?' }).click();
  await expect
    .poll(async () => (await adas.locator('[data-bubble]:focus').allTextContents()).join())
    .toContain('Lake on Saturday?');

  // Deletes a message for both members. Quotes of the message no longer show its text.
  await adas.locator('[data-bubble]:focus').click({ button: 'right' });
  await choose(adas, 'Delete for everyone');
  await adas.getByRole('alertdialog').getByRole('button', { name: 'Delete for everyone' }).click();
  await adas.getByRole('alertdialog').waitFor({ state: 'detached' });
  await bubble(bens, 'Still on?').getByText('Message deleted').waitFor();
  expect(await adas.getByText('Lake on Saturday?').count()).toBe(0);
});

journey('a chat is pinned, archived and brought back, on every device of the member', async ({ visit }) => {
  const [ana, ben, cal] = await createMembers(origin, 'ana', 'ben', 'cal');
  for (const friend of [ben, cal]) {
    await follow(origin, ana, friend);
    await write(origin, friend, ana);
  }
  const page = await visit('/messages', { as: ana });
  const other = await visit('/messages', { as: ana, viewport: { width: 390, height: 780 } });
  const names = async (on: typeof page) =>
    (await on.locator('[data-chat] a').allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(() => names(page)).toEqual([cal.userName, ben.userName]);
  await row(page, ben).click({ button: 'right' });
  await choose(page, 'Pin');
  for (const on of [page, other]) await expect.poll(() => names(on)).toEqual([ben.userName, cal.userName]);

  await row(page, ben).hover();
  await page.getByRole('button', { name: `Options for ${ben.userName}` }).click();
  await choose(page, 'Archive');
  for (const on of [page, other]) await expect.poll(() => names(on)).toEqual([cal.userName]);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const on of [page, other]) await expect.poll(() => names(on)).toEqual([ben.userName, cal.userName]);
  await row(page, ben).focus();
  await page.keyboard.press('Shift+F10');
  await choose(page, 'Archive');
  await expect.poll(() => names(other)).toEqual([cal.userName]);
  await other.getByRole('link', { name: 'Archived' }).click();
  await expect.poll(() => names(other)).toEqual([ben.userName]);
  await other.keyboard.press('Enter');
  await expect.poll(() => other.locator('a:focus').allTextContents()).toEqual(['Archived']);
  await other.keyboard.press('Enter');
  await expect.poll(() => names(other)).toEqual([ben.userName]);
  await write(origin, ben, ana, 'Here again');
  await other.getByText('No archived chats').waitFor();
  await other.getByRole('button', { name: 'Back to chats' }).click();
  for (const on of [page, other]) await expect.poll(() => names(on)).toEqual([ben.userName, cal.userName]);
});
