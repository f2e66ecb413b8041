// Rare: a change of name. Where the display name is given and found, displayNames.test.ts of the API asserts.
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { comment, createMembers, follow, password, post, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

/** Opens the profile editor, changes the name and saves it. */
async function rename(page: Page, name: string): Promise<void> {
  await page.goto('/account?popup=edit-profile');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

journey('a grandmother finds a member by the name that friends use, and sees it everywhere', async ({ visit }) => {
  const [zosia, nana] = await createMembers(origin, 'zk', 'nana');
  await follow(origin, nana, zosia);
  const postId = await post(origin, zosia, 'Pierniki!');
  await comment(origin, zosia, postId, 'From the oven');
  const message = { senderId: zosia.userId, receiverId: nana.userId, content: 'Come over' };
  await callRest(origin, 'POST /messages', { token: zosia.token, json: message });
  const hers = await visit('/account', { as: zosia });
  await rename(hers, 'Zośka Piernik');
  await hers.getByRole('heading', { name: 'Zośka Piernik' }).waitFor();

  const page = await visit('/home', { as: nana });
  const card = page.getByRole('article', { name: /Zośka Piernik/ });
  const both = `Zośka Piernik @${zosia.userName}`;
  await card.getByRole('link', { name: both }).first().waitFor();
  await page.goto(`/post/${postId}`);
  await page.getByRole('listitem').filter({ hasText: 'From the oven' }).getByRole('link', { name: both }).waitFor();
  await page.goto('/messages');
  await page.getByRole('link', { name: /^Zośka Piernik.*Come over/ }).click();
  await page.getByRole('heading', { name: both }).waitFor();

  await page.goto('/browser');
  await page.getByRole('searchbox').first().fill('zoska pier');
  await page.getByRole('region', { name: 'Other matches' }).getByRole('link', { name: both }).click();
  await page.waitForURL(`**/user/${zosia.userName}`);
  await page.getByRole('heading', { name: 'Zośka Piernik' }).waitFor();

  await rename(hers, '');
  await hers.getByRole('heading', { name: zosia.userName }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: zosia.userName }).waitFor();
  expect(await page.getByText('Zośka').count()).toBe(0);
});

journey(
  'a mention leads to nobody who joined after it was written, and an edit means who has the name now',
  async ({ visit }) => {
    const [ann] = await createMembers(origin, 'ann');
    const userName = uniqueName('late');
    const postId = await post(origin, ann, `Nobody is @${userName} yet`);
    await callRest(origin, 'POST /users', { json: { userName, email: `${userName}@kith.example`, password } });
    const page = await visit(`/post/${postId}`, { as: ann });
    const mention = page
      .getByRole('article')
      .getByRole('link', { name: `@${userName}` })
      .first();
    await mention.click();
    await page.waitForURL('**/404');
    const json = { caption: `Now @${userName} is here` };
    await callRest(origin, `PATCH /posts/${postId}`, { token: ann.token, json });
    await page.goto(`/post/${postId}`);
    await mention.click();
    await page.getByRole('heading', { name: userName }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/user/${userName}`);
  },
);
