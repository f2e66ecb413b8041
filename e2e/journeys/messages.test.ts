import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { choose, row, sentTo, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const bubble = (page: Page, text: string) => page.locator('[data-bubble]').filter({ hasText: text });
const status = (page: Page, text: string) => bubble(page, text).locator('[data-status]').getAttribute('data-status');

journey('two friends chat live, and see typing and read receipts', async ({ visit }) => {
  const [alice, bob] = await createMembers(origin, 'alice', 'bob');
  await follow(origin, alice, bob);
  const alices = await visit('/messages', { as: alice });
  await alices.getByText('Select a chat to start messaging').waitFor();
  await row(alices, bob).click();
  await alices.getByText(`Say hello to ${bob.userName}`).waitFor();

  const bobs = await visit('/messages', { as: bob });
  await row(bobs, alice).waitFor();
  const input = alices.getByLabel('Write a message…');
  await input.fill('   ');
  await input.press('Enter');
  await input.fill('');
  await input.pressSequentially('Lake on Saturday?');
  await row(bobs, alice).getByText('typing…').waitFor();
  await input.press('Shift+Enter');
  await input.pressSequentially('I bring the cake, the blanket and, if it stays dry, the chess.');
  await input.press('Enter');
  expect(await input.inputValue()).toBe('');
  await bubble(alices, 'Lake on Saturday?').waitFor();
  await expect.poll(() => status(alices, 'Lake on Saturday?')).toBe('sent');

  const preview = 'Lake on Saturday? I bring the cake, the blanket an...';
  await row(bobs, alice).getByText(preview, { exact: true }).waitFor();
  await row(bobs, alice).getByText('1 unread').waitFor({ state: 'attached' });
  await row(bobs, alice).click();
  await bubble(bobs, 'Lake on Saturday?').waitFor();
  await expect.poll(() => status(alices, 'Lake on Saturday?')).toBe('read');
  await row(bobs, alice).getByText('1 unread').waitFor({ state: 'detached' });

  await bobs.getByLabel('Write a message…').fill('Always.');
  await alices.getByText('typing…').first().waitFor();
  await bobs.getByRole('button', { name: 'Send' }).click();
  await bubble(alices, 'Always.').waitFor();
  await expect.poll(() => status(bobs, 'Always.')).toBe('read');
  await bubble(alices, 'Always.').click();
  expect(await bubble(alices, 'Always.').getAttribute('aria-expanded')).toBe('true');
  expect(await sentTo(origin, alice, bob)).toEqual([
    'Lake on Saturday?\nI bring the cake, the blanket and, if it stays dry, the chess.',
  ]);
});

journey('a draft and pending messages survive a reload, and are sent once, in order', async ({ visit }) => {
  const [marta, ola] = await createMembers(origin, 'marta', 'ola');
  await follow(origin, ola, marta);
  const martas = await visit(`/messages?userId=${ola.userId}`, {
    as: marta,
    locale: 'pl-PL',
    allow: /ERR_|messages\.send/,
  });
  const olas = await visit(`/messages?userId=${marta.userId}`, { as: ola, locale: 'es-ES' });
  const input = martas.getByLabel('Napisz wiadomość…');
  await martas.getByRole('heading', { name: ola.userName }).waitFor();
  await input.fill('Kajaki o');
  await martas.reload();
  await expect.poll(() => input.inputValue()).toBe('Kajaki o');

  await martas.context().setOffline(true);
  for (const text of ['Kajaki o dziewiątej?', 'Przy pomoście.', 'Weź kurtkę.']) {
    await input.fill(text);
    await martas.getByRole('button', { name: 'Wyślij' }).click();
    await expect.poll(() => status(martas, text)).toBe('waiting');
  }
  await martas.context().setOffline(false);
  const words = ['Kajaki o dziewiątej?', 'Przy pomoście.', 'Weź kurtkę.'];
  for (const text of words) {
    await bubble(olas, text).waitFor();
    await expect.poll(() => status(martas, text)).toBe('read');
    expect(await bubble(martas, text).count()).toBe(1);
  }
  expect(await sentTo(origin, marta, ola)).toEqual(words);

  await olas.getByLabel('Escribe un mensaje…').fill('Vale');
  await olas.keyboard.press('Enter');
  await bubble(martas, 'Vale').waitFor();

  // A pending message is sent after a reload, and from another screen.
  const send = (url: URL) => url.pathname.includes('messages.send');
  await martas.route(send, (route) => route.abort());
  await input.fill('Jadę!');
  await input.press('Enter');
  await expect.poll(() => status(martas, 'Jadę!')).toBe('waiting');
  await martas.reload();
  await expect.poll(() => status(martas, 'Jadę!')).toBe('waiting');
  await martas.unroute(send);
  await martas.goto('/home');
  await bubble(olas, 'Jadę!').waitFor();
  expect(await sentTo(origin, marta, ola)).toEqual([...words, 'Jadę!']);
});

journey('the first message to a member opens a chat, and stays where it was written', async ({ visit }) => {
  const [ana, sam] = await createMembers(origin, 'ana', 'sam');
  const page = await visit('/messages', { as: ana, allow: /chats\.withUser/ });
  await page.getByRole('button', { name: 'New chat or group' }).click();
  await choose(page, 'New chat');
  await page.getByRole('dialog').getByRole('searchbox').fill(sam.userName);
  await page.getByRole('dialog').getByRole('link', { name: sam.userName }).click();
  await page.getByText(`Say hello to ${sam.userName}`).waitFor();
  const input = page.getByLabel('Write a message…');
  for (const text of ['First', 'Second']) {
    await input.fill(text);
    await input.press('Enter');
    await bubble(page, text).waitFor();
  }
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: sam.userName }).waitFor();
  await expect.poll(() => status(page, 'Second')).toBe('sent');
  expect(await page.locator('[data-bubble]').count()).toBe(2);
  expect(await sentTo(origin, ana, sam)).toEqual(['First', 'Second']);
});

journey('without the stream the chat polls, and shows each message once', async ({ visit }) => {
  const [sofia, raul] = await createMembers(origin, 'sofia', 'raul');
  await follow(origin, raul, sofia);
  await write(origin, raul, sofia, 'Hola');
  const page = await visit('/home', { as: sofia, locale: 'es-ES', allow: /\/stream\?|ERR_FAILED/ });
  await page.route(/\/stream\?/, (route) => route.abort());
  await page.goto(`/messages?userId=${raul.userId}`);
  await bubble(page, 'Hola').waitFor();
  await page.getByLabel('Escribe un mensaje…').fill('¿Qué tal?');
  await page.keyboard.press('Enter');
  for (let n = 1; n <= 5; n++) await write(origin, raul, sofia, `Noticia ${n}`);
  await bubble(page, 'Noticia 5').waitFor();
  const { messageId } = await write(origin, sofia, raul, 'Desde otro sitio');
  await bubble(page, 'Desde otro sitio').waitFor();
  await callRest(origin, `PATCH /messages/${messageId}/read`, { token: raul.token });
  await expect.poll(() => status(page, 'Desde otro sitio')).toBe('read');
  await page.unroute(/\/stream\?/);
  await write(origin, raul, sofia, 'Y otra');
  await bubble(page, 'Y otra').waitFor();
  expect(await page.locator('[data-bubble]').count()).toBe(9);
});

journey(
  'a chat works by keyboard alone, opens without a request, and says that a member is gone',
  async ({ visit }) => {
    const [ewa, igor, gone] = await createMembers(origin, 'ewa', 'igor', 'gone');
    await write(origin, igor, ewa, 'First');
    const { chatId } = await write(origin, igor, ewa, 'Second');
    await follow(origin, ewa, gone);
    await write(origin, gone, ewa, 'Take care!');
    await callRest(origin, 'POST /auth/reauthenticate', { token: gone.token, json: { password: gone.password } });
    await callRest(origin, `DELETE /users/${gone.userId}`, { token: gone.token });
    await follow(origin, ewa, igor);
    const page = await visit('/home', { as: ewa });
    const fetched = page.waitForResponse(new RegExp(`chats\\.messages.*${chatId}`));
    await page.getByRole('link', { name: 'Messages' }).first().click();
    await fetched;
    const held = Promise.withResolvers<void>();
    await page.route(/chats\.messages/, (route) => held.promise.then(() => route.continue()));
    await row(page, igor).waitFor();
    await page.getByRole('searchbox', { name: 'Search chats' }).focus();
    await page.keyboard.type('igo');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await bubble(page, 'Second').waitFor();
    held.resolve();
    await page.keyboard.type('Third');
    await page.keyboard.press('Enter');
    await bubble(page, 'Third').waitFor();
    await page.keyboard.press('Shift+Tab');
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    expect(await bubble(page, 'Second').getAttribute('aria-expanded')).toBe('true');

    await page.goto('/messages');
    await page.getByRole('link', { name: 'Unavailable member' }).click();
    await bubble(page, 'Take care!').waitFor();
    await page.getByText('You cannot write to this member', { exact: false }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Write a message…' }).count()).toBe(0);
  },
);
