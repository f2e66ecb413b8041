// Rare: what is marked as new, where it was read elsewhere or while it is open. feedRead.test.ts asserts the read position.
import { expect, inject } from 'vitest';
import { createMembers, follow, like, post } from '../fixtures/cast.ts';
import { write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { mockPushService, pushState } from '../fixtures/pushBrowser.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('Home remembers the read position on every device', async ({ visit }) => {
  const mark = 'Read from here on';
  const [zoe, yan] = await createMembers(origin, 'zoe', 'yan');
  await follow(origin, zoe, yan);
  await post(origin, yan, 'Read before');
  const page = await visit('/home', { as: zoe });
  await page.getByRole('article').filter({ hasText: 'Read before' }).waitFor();
  expect(await page.getByText(mark).count()).toBe(0);
  type Session = { user: { feedReadAt: string | null } };
  const read = async () => (await callRest<Session>(origin, 'GET /auth/session', { token: zoe.token })).user.feedReadAt;
  await expect.poll(read).not.toBeNull();
  await post(origin, yan, 'New since then');
  const other = await visit('/home', { as: zoe });
  await other.getByText(mark).waitFor();
  const tops = [
    other.getByRole('article').filter({ hasText: 'New since then' }),
    other.getByText(mark),
    other.getByRole('article').filter({ hasText: 'Read before' }),
  ].map(async (each) => (await each.boundingBox())?.y ?? Number.NaN);
  const [newer = Number.NaN, line = Number.NaN, older = Number.NaN] = await Promise.all(tops);
  expect([newer < line, line < older]).toEqual([true, true]);
});

journey('new notifications are listed above known ones, and stay there while the list is open', async ({ visit }) => {
  const [ida, jo, kit] = await createMembers(origin, 'ida', 'jo', 'kit');
  const postId = await post(origin, ida, 'Thaw');
  await follow(origin, jo, ida);
  const page = await visit('/notification', { as: ida });
  const group = (name: 'New' | 'Earlier') => page.getByRole('region', { name, exact: true });
  const heading = (name: 'New' | 'Earlier') => page.getByRole('heading', { level: 2, name, exact: true });
  const rows = (name: 'New' | 'Earlier') => group(name).getByRole('article');
  await heading('New').waitFor();
  expect([await rows('New').count(), await group('Earlier').count()]).toEqual([1, 0]);
  const unread = () => callRest<{ count: number }>(origin, 'GET /notifications/unread', { token: ida.token });
  await expect.poll(unread).toEqual({ count: 0 });

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.waitForURL('**/home');
  await page.goto('/notification');
  await heading('Earlier').waitFor();
  expect([await group('New').count(), await rows('Earlier').count()]).toEqual([0, 1]);

  await like(origin, kit, postId);
  await heading('New').waitFor();
  await expect.poll(unread).toEqual({ count: 0 });
  // Another notification makes the page refetch the list. By now the first notification is read, but it stays under "new".
  await follow(origin, kit, ida);
  await expect.poll(() => rows('New').count()).toBe(2);
  expect(await rows('Earlier').count()).toBe(0);
  await like(origin, jo, postId);
  await rows('New').filter({ hasText: jo.userName }).filter({ hasText: kit.userName }).first().waitFor();
  expect(await rows('New').count()).toBe(2);
  for (const row of await rows('New').all()) {
    const [inside, around] = [
      await row.getByText('New', { exact: true }).locator('..').boundingBox(),
      await row.boundingBox(),
    ];
    if (!inside || !around) throw new Error('the row is not drawn');
    expect(inside.x).toBeGreaterThanOrEqual(around.x);
    expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
  }
});

journey('the icon counts unread items, and settings reach the other device', async ({ visit }) => {
  const [nils, una, theo] = await createMembers(origin, 'nils', 'una', 'theo');
  await follow(origin, una, nils);
  await follow(origin, nils, theo);
  for (const from of [una, una, theo]) await write(origin, from, nils);
  const page = await visit('/home', { as: nils, allow: /ERR_FAILED|Failed to fetch/ });
  await mockPushService(page, 'granted');
  await page.goto('/home');
  // The badge counts one new follower and two conversations, not the three messages in them.
  await expect.poll(async () => (await pushState(page)).badge).toBe('3');
  await page.goto('/notification');
  await expect.poll(async () => (await pushState(page)).badge).toBe('2');
  await page.goto(`/messages?userId=${una.userId}`);
  await expect.poll(async () => (await pushState(page)).badge).toBe('1');
  await page.goto(`/messages?userId=${theo.userId}`);
  await expect.poll(async () => (await pushState(page)).badge).toBe('0');

  // Settings reach the other device.
  await page.goto('/account?popup=notifications');
  const other = await visit('/account?popup=notifications', { as: nils });
  await other.getByLabel('Tags').waitFor();
  await page.getByLabel('Tags').uncheck();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => other.getByLabel('Tags').isChecked()).toBe(false);
  expect(await callRest(origin, 'GET /notifications/settings', { token: nils.token })).toMatchObject({ tags: false });
});
