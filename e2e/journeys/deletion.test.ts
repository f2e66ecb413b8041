import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest, rest } from '../fixtures/rest.ts';

/** Goes from the account screen through the settings to the confirmation dialog. */
async function askToDelete(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await button('Settings').click();
  // Waits for the heading of the settings, because the account screen under the popup has a button of the same name.
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Profile', exact: true }).click();
  await button('Delete your account').click();
  const question = page.getByRole('alertdialog', { name: 'Confirm Account Deletion' });
  await question.getByText('Are you sure you want to delete your account? This action cannot be undone.').waitFor();
  return { question, yes: question.getByRole('button', { name: 'Yes, Delete' }) };
}

const storedAfter = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('logged')));

journey('a password account is deleted', async ({ visit }) => {
  const origin = inject('origin');
  const [ewa, bob] = await createMembers(origin, 'ewa', 'bob');
  await follow(origin, bob, ewa);
  await post(origin, ewa, 'nobody reads this afterwards');
  const page = await visit('/account', { as: ewa });
  const { question, yes } = await askToDelete(page);

  const password = question.getByLabel('Your password');
  await password.fill(ewa.password);
  await yes.click();
  await question.getByText('Account deleted!').waitFor();
  await page.waitForURL(/\/login\b/);
  await page.getByText('Account deleted!').waitFor();
  await page.getByRole('heading', { name: 'Take care' }).waitFor();
  expect(await storedAfter(page)).toEqual([]);

  const again = await rest(origin, 'POST /auth/login', { json: { identifier: ewa.userName, password: ewa.password } });
  expect(again).toMatchObject({ success: false, message: 'Error: User does not exist.' });
  expect((await rest(origin, `GET /users/name/${ewa.userName}`, { token: bob.token })).status).toBe(404);
  expect(await callRest(origin, `GET /${bob.userId}/following/count`, { token: bob.token })).toBe(0);
});
