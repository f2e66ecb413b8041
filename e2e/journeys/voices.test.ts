import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { row, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('a voice message recorded without a connection is sent after a reload, and played', async ({ visit }) => {
  const [iga, leo] = await createMembers(origin, 'iga', 'leo');
  const { chatId } = await write(origin, leo, iga, 'Opowiedz!');
  await callRest(origin, `POST /chats/${chatId}/accept`, { token: iga.token });
  const igas = await visit(`/messages?userId=${leo.userId}`, {
    ...{ as: iga, locale: 'pl-PL' },
    allow: /voice|ERR_FAILED/,
  });
  await igas.getByText('Opowiedz!').first().waitFor();
  const uploads = (url: URL) => url.pathname.endsWith('/voice');
  await igas.route(uploads, (route) => route.abort());
  await igas.getByRole('button', { name: 'Nagraj wiadomość głosową' }).focus();
  await igas.keyboard.press('Enter');
  // Ten values of the loudness are a second.
  const levels = igas.locator('[data-levels]');
  await expect.poll(async () => Number(await levels.getAttribute('data-levels'))).toBeGreaterThan(9);
  await igas.keyboard.press('Enter');
  await igas.getByRole('slider', { name: 'Wiadomość głosowa: Ty' }).waitFor();
  await igas.getByRole('button', { name: 'Wyślij' }).click();
  const lastStatus = () => igas.locator('[data-bubble]').last().locator('[data-status]').getAttribute('data-status');
  await expect.poll(lastStatus).toBe('waiting');
  await igas.reload();
  await igas.locator('[data-bubble]').last().getByRole('slider').waitFor();
  await igas.unroute(uploads);
  // The browser's queue of unsent writes waits for up to 30 s between two attempts.
  await expect.poll(lastStatus, { timeout: 45_000 }).toBe('sent');

  const leos = await visit('/messages', { as: leo, locale: 'es-ES' });
  await expect.poll(() => row(leos, iga).textContent()).toContain('Mensaje de voz');
  await row(leos, iga).click();
  const slider = leos.getByRole('slider', { name: `Mensaje de voz de ${iga.userName}` });
  await slider.waitFor();
  await leos.getByRole('img', { name: 'Nuevo', exact: true }).waitFor();
  await leos.getByRole('button', { name: `Reproducir el mensaje de voz de ${iga.userName}` }).click();
  await leos.getByRole('button', { name: 'Velocidad: 1×' }).waitFor();
  await slider.focus();
  await leos.keyboard.press('Home');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^0:0\d de 0:\d\d$/);
  await igas.getByRole('img', { name: 'Odsłuchano' }).waitFor();
  expect(await leos.getByRole('img', { name: 'Nuevo', exact: true }).count()).toBe(0);

  const other = await visit(`/messages?userId=${leo.userId}`, { as: iga });
  await other.getByRole('slider', { name: 'Voice message by You' }).waitFor();
  await other.getByRole('img', { name: 'Listened to' }).waitFor();
});
