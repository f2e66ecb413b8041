import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { bubble, row, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');

journey('a message from a stranger waits among the requests', async ({ visit }) => {
  const [lena, iwo, ola] = await createMembers(origin, 'lena', 'iwo', 'ola');
  const page = await visit('/messages', {
    as: lena,
    viewport: { width: 390, height: 844 },
  });
  const opener = page.getByRole('button', { name: 'Message requests' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await write(origin, iwo, lena, 'You do not know me.');
  await opener.waitFor();
  await write(origin, ola, lena, 'Nor me.');
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
