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
const row = (page: Page, { userName }: Member) => page.getByRole('link', { name: userName }).first();

journey('a message from a stranger waits among the requests', async ({ visit }) => {
  const [lena, iwo, ola] = await createMembers(origin, 'lena', 'iwo', 'ola');
  const page = await visit('/messages', {
    as: lena,
    viewport: { width: 390, height: 844 },
  });
  const opener = page.getByRole('button', { name: 'Message requests' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await say(iwo, lena, 'You do not know me.');
  await opener.waitFor();
  await say(ola, lena, 'Nor me.');
  expect(await row(page, iwo).count()).toBe(0);
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: iwo.userName }).waitFor();
  await dialog.getByRole('link', { name: ola.userName }).waitFor();

  await dialog.getByRole('link', { name: iwo.userName }).click();
  await bubble(page, 'You do not know me.').waitFor();
  const iwos = await visit(`/messages?userId=${lena.userId}`, { as: iwo });
  await bubble(iwos, 'You do not know me.').waitFor();
  const status = () => bubble(iwos, 'You do not know me.').locator('[data-status]').getAttribute('data-status');
  expect(await status()).toBe('sent');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(status).toBe('read');
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor({ state: 'detached' });

  await page.goto('/messages');
  await row(page, iwo).waitFor();
  await opener.click();
  await dialog.getByRole('link', { name: ola.userName }).click();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.waitForURL((url) => url.search === '');
  await row(page, iwo).waitFor();
  await opener.waitFor({ state: 'detached' });
  expect(await row(page, ola).count()).toBe(0);
});
