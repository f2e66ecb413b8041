import { expect, inject } from 'vitest';
import { createMembers, database, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { rest } from '../fixtures/rest.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

journey('a host disables and enables a member on a phone, and the log says so', async ({ visit }) => {
  const [hanna, pablo] = await createMembers(origin, 'hanna', 'pablo');
  await database().query('update users set moderator = true, host = true where id = $1', [hanna.userId]);
  const reads = async () => (await rest(origin, 'GET /auth/session', { token: pablo.token })).status;
  expect(await reads()).toBe(200);

  // A path that is also REST's: a browser gets the screen.
  const page = await visit('/server', { ...phone, as: hanna });
  await page.getByRole('link', { name: 'Members' }).tap();
  await page.getByRole('searchbox', { name: 'Search members' }).fill(pablo.userName);
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect.poll(() => row.count()).toBe(1);
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${pablo.userName}` }).tap();
    await page.getByRole('menuitem', { name, exact: true }).tap();
  };
  const dialog = page.getByRole('dialog');
  await act('Disable');
  const reason = uniqueName('Sold things');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Disable', exact: true }).tap();
  await row.getByText('Disabled').waitFor();
  await expect.poll(reads).toBe(401);
  await act('Enable');
  await dialog.getByRole('button', { name: 'Enable', exact: true }).tap();
  await row.getByText('Disabled').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('link', { name: 'Log' }).tap();
  await page.getByRole('listitem').filter({ hasText: reason }).getByText('Account disabled:').waitFor();
});
