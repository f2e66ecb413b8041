import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member } from '../fixtures/cast.ts';
import { bubble, choose, makeGroup } from '../fixtures/chats.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const say = (sender: Member, chatId: number, content: string) =>
  callRest<{ messageId: number }>(origin, `POST /chats/${chatId}/messages`, { token: sender.token, json: { content } });

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first();

journey('three friends use a group: names, picture, receipts, replies and notes of changes', async ({ visit }) => {
  const [ada, ben, cleo] = await createMembers(origin, 'ada', 'ben', 'cleo');
  const chatId = await makeGroup(origin, ada, 'Lake crew', ben, cleo);
  await say(ben, chatId, 'Who has a boat?');
  const adas = await visit('/messages', { as: ada });
  await row(adas, 'Lake crew').getByText(`${ben.userName}: Who has a boat?`).waitFor();
  await row(adas, 'Lake crew').getByText('1 unread').waitFor({ state: 'attached' });
  await row(adas, 'Lake crew').click();
  await adas.getByRole('heading', { name: 'Lake crew' }).waitFor();
  expect(new URL(adas.url()).searchParams.get('chatId')).toBe(String(chatId));
  await adas.locator('[data-unread]').waitFor();
  await adas.getByText('You created the group').waitFor();
  await adas.getByRole('log').getByText(ben.userName, { exact: true }).waitFor();
  await row(adas, 'Lake crew').getByText('1 unread').waitFor({ state: 'detached' });
  // On a phone the chat fills the screen: the header of the chat is at the top, and the app's menu is hidden.
  const { width, height } = adas.viewportSize() as { width: number; height: number };
  await adas.setViewportSize({ width: 390, height: 844 });
  const top = async () => (await adas.getByRole('heading', { name: 'Lake crew' }).boundingBox())?.y ?? Number.NaN;
  await expect.poll(top).toBeLessThan(40);
  expect(await adas.getByRole('link', { name: 'Home' }).count()).toBe(0);
  await adas.setViewportSize({ width, height });

  const bens = await visit(`/messages?chatId=${chatId}`, { as: ben });
  await bubble(bens, 'Who has a boat?').waitFor();
  await adas.getByLabel('Write a message…').fill('My uncle does.');
  await adas.keyboard.press('Enter');
  await bubble(bens, 'My uncle does.').waitFor();
  await adas.getByText('Read by 1 of 2').waitFor();
  await bubble(adas, 'My uncle does.').click({ button: 'right' });
  await choose(adas, 'Read by');
  const dialog = adas.getByRole('dialog');
  await dialog.getByRole('link', { name: ben.userName }).waitFor();
  expect(await dialog.getByRole('link').count()).toBe(1);
  await adas.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await adas.getByRole('heading', { name: 'Lake crew' }).getByRole('button').click();
  await dialog.getByRole('button', { name: 'Change the picture' }).waitFor();
  const buffer = await testPhoto();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.locator('img[src*="/media/"]').waitFor();
  await adas.keyboard.press('Escape');
  const picture = bens.locator('header img[src*="/media/"]').first();
  await expect.poll(async () => (await picture.count()) && (await imageState(picture)).width).toBeGreaterThan(0);

  // On a phone the Back button returns to the list of chats, even while the message field has the focus.
  const phone = await visit(`/messages?chatId=${chatId}`, { as: cleo, viewport: { width: 390, height: 780 } });
  await phone.getByLabel('Write a message…').click();
  await phone.getByRole('button', { name: 'Back to chats' }).click();
  await row(phone, 'Lake crew').waitFor();

  // While a reply is written, the page names the author of the quoted message.
  await bubble(bens, 'My uncle does.').click({ button: 'right' });
  await choose(bens, 'Reply');
  await bens.getByText(`Reply to ${ada.userName}`).waitFor();
  // A reload keeps the half-written reply, including the quoted message.
  await bens.keyboard.type('Gr');
  await bens.reload();
  await bens.getByText(`Reply to ${ada.userName}`).waitFor();
  await bens.getByLabel('Write a message…').fill('Great!');
  await bens.keyboard.press('Enter');
  await bubble(adas, 'Great!').getByText('My uncle does.').waitFor();
  // The messages of a member who left still show that member's name, and messages of a blocked member are folded.
  await say(cleo, chatId, 'I am off.');
  await bubble(adas, 'I am off.').waitFor();
  await callRest(origin, `DELETE /chats/${chatId}/members/${cleo.userId}`, { token: cleo.token });
  await adas.getByText(`${cleo.userName} left the group`).first().waitFor();
  await adas.getByRole('log').getByText(cleo.userName, { exact: true }).waitFor();
  await callRest(origin, 'POST /blocks', { token: ada.token, json: { userId: ben.userId } });
  await adas.reload();
  await adas.getByText('hidden by a block').first().waitFor();
  expect(await adas.getByText('Great!').count()).toBe(0);
});

journey('a group is created from the list, renamed, changes members, and is muted', async ({ visit }) => {
  const [eva, tom, lea, sam] = await createMembers(origin, 'eva', 'tom', 'lea', 'sam');
  for (const each of [tom, lea, sam]) await follow(origin, eva, each);
  const evas = await visit('/messages', { as: eva });
  const dialog = evas.getByRole('dialog').last();
  await evas.getByRole('button', { name: 'New chat or group' }).click();
  await choose(evas, 'New group');
  await dialog.getByLabel('Group name').fill('Choir');
  await dialog.getByLabel(tom.userName).check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByText('Choose at least two people.').waitFor();
  await dialog.getByRole('searchbox').fill('lea');
  await dialog.getByLabel(lea.userName).check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await evas.getByRole('heading', { name: 'Choir' }).waitFor();
  const chatId = Number(new URL(evas.url()).searchParams.get('chatId'));
  await evas.getByRole('log').getByText('You created the group').waitFor();

  const toms = await visit('/messages', { as: tom, allow: /404/ });
  await row(toms, 'Choir').getByText(`${eva.userName} created the group`).waitFor();
  await row(toms, 'Choir').click();
  await toms.getByRole('button', { name: 'Choir', exact: true }).click();
  await toms.getByRole('dialog').getByText('3 members').waitFor();
  expect(await toms.getByRole('button', { name: `Remove ${lea.userName}` }).count()).toBe(0);
  await toms.getByLabel('Group name').fill('Coro');
  await toms.keyboard.press('Enter');
  await evas.getByRole('heading', { name: 'Coro' }).waitFor();
  await evas.getByText(`${tom.userName} named the group “Coro”`).first().waitFor();
  await toms.keyboard.press('Escape');

  await evas.getByRole('button', { name: 'Options for this chat' }).click();
  await choose(evas, 'About this group');
  await dialog.getByRole('button', { name: 'Add people' }).click();
  await dialog.getByLabel(sam.userName).check();
  await dialog.getByRole('button', { name: 'Add people' }).click();
  await dialog.getByText('4 members').waitFor();
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date());
  await dialog.getByRole('listitem').filter({ hasText: sam.userName }).getByText(`joined ${today}`).waitFor();
  await dialog.getByRole('button', { name: `Remove ${lea.userName}` }).click();
  await evas.getByRole('alertdialog').getByRole('button', { name: 'Remove from the group' }).click();
  await dialog.getByText('3 members').waitFor();
  await evas.keyboard.press('Escape');
  await toms.getByRole('log').getByText(`${eva.userName} removed ${lea.userName}`).waitFor();

  // A muted group shows its unread messages in the list, but the badge of the menu does not count them.
  await toms.getByRole('button', { name: 'Options for this chat' }).click();
  await choose(toms, 'Mute notifications');
  await toms.getByRole('dialog').getByRole('button', { name: 'For 8 hours' }).click();
  await row(toms, 'Coro').getByText('Muted').waitFor({ state: 'attached' });
  await toms.goto('/messages');
  await say(sam, chatId, 'La la la');
  await row(toms, 'Coro').getByText('1 unread').waitFor({ state: 'attached' });
  expect(
    await toms
      .getByRole('link', { name: /^Messages/ })
      .first()
      .textContent(),
  ).not.toMatch(/1/);

  // After leaving, a member does not see the group, nor does anybody else.
  await row(toms, 'Coro').click();
  await toms.getByRole('button', { name: 'Coro', exact: true }).click();
  await toms.getByRole('button', { name: 'Leave the group' }).click();
  await toms.getByRole('alertdialog').getByRole('button', { name: 'Leave the group' }).click();
  await toms.getByRole('alertdialog').waitFor({ state: 'detached' });
  await row(toms, 'Coro').waitFor({ state: 'detached' });
  await evas.getByRole('log').getByText(`${tom.userName} left the group`).waitFor();
  await toms.goto(`/messages?chatId=${chatId}`);
  await toms.getByText('This group is not here for you').waitFor();
});
