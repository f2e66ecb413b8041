import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, type Member } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const say = (sender: Member, receiver: Member, content: string) =>
  callRest<{ messageId: number }>(origin, 'POST /messages', {
    token: sender.token,
    json: { senderId: sender.userId, receiverId: receiver.userId, content },
  });

const bubble = (page: Page, text: string) => page.locator('[data-bubble]').filter({ hasText: text }).last();
const chosen = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();

journey('two friends reply, edit, react and delete messages', async ({ visit }) => {
  const reacted = (emoji: string) => `${emoji}: 1 reaction`;
  const [ada, ben] = await createMembers(origin, 'ada', 'ben');
  await say(ada, ben, 'Lake on Saturday?');
  for (let n = 1; n <= 45; n++) await say(n % 2 ? ben : ada, n % 2 ? ada : ben, `Line ${n}.`);
  const adas = await visit(`/messages?userId=${ben.userId}`, { as: ada });
  const bens = await visit(`/messages?userId=${ada.userId}`, { as: ben });

  // Replies to the last message through the menu that a right click opens.
  await bubble(bens, 'Line 44.').click({ button: 'right' });
  await chosen(bens, 'Reply');
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
  await chosen(bens, 'Edit');
  await bens.getByLabel('Edit your message').fill('I bring the cake');
  await bens.keyboard.press('Enter');
  await bubble(adas, 'I bring the cake').getByText('edited').waitFor();

  // Adds a reaction from the short list in the menu, and another one from the emoji picker.
  await bubble(adas, 'I bring the cake').click({ button: 'right' });
  await chosen(adas, 'React with ❤️');
  await bens.getByRole('button', { name: reacted('❤️') }).waitFor();
  await bubble(adas, 'I bring the cake').click({ button: 'right' });
  await chosen(adas, 'More emoji');
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
  await chosen(adas, 'Delete for everyone');
  await adas.getByRole('alertdialog').getByRole('button', { name: 'Delete for everyone' }).click();
  await adas.getByRole('alertdialog').waitFor({ state: 'detached' });
  await bubble(bens, 'Still on?').getByText('Message deleted').waitFor();
  expect(await adas.getByText('Lake on Saturday?').count()).toBe(0);
});
