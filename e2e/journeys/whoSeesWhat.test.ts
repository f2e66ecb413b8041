import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

const befriend = async (one: Member, other: Member) => {
  await follow(origin, one, other);
  await follow(origin, other, one);
};

/** Opens a menu by keyboard and chooses radio items one after the other. A choice does not close the menu. */
async function choose(page: Page, trigger: RegExp, audience: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: trigger }).press('Enter');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const radio = menu.getByRole('menuitemradio', { name: new RegExp(`^${audience}`) });
  await radio.focus();
  await page.keyboard.press('Enter');
  expect(await radio.getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

journey(
  'a private account gets requests, also withdrawn ones, accepts, declines, and removes a follower',
  async ({ visit }) => {
    const [ola, ben] = await createMembers(origin, 'ola', 'ben');
    await post(origin, ola, 'Tylko dla swoich');
    const own = await visit('/account?popup=privacy', { as: ola });
    const settings = own.getByRole('dialog');
    await settings.getByLabel('Private').check();
    await settings.getByRole('button', { name: 'Save Privacy Settings' }).click();
    await settings.waitFor({ state: 'detached' });
    await own.goto('/notification');

    const page = await visit(`/user/${ola.userName}`, { as: ben });
    await page.getByText('This account is private').waitFor();
    expect(await page.getByText('Tylko dla swoich').count()).toBe(0);
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    await button('Follow').click();
    await button('Requested').waitFor();
    await page.getByText(`You have asked ${ola.userName}.`, { exact: false }).waitFor();

    const asks = own.getByRole('region', { name: 'Follow requests' });
    await asks.getByText(ben.userName).waitFor();
    // Requests are listed under All and Follows only.
    const filter = (name: string) => own.getByRole('button', { name, exact: true });
    await filter('Likes').click();
    await asks.waitFor({ state: 'detached' });
    await filter('Follow').click();
    await asks.getByText(ben.userName).waitFor();
    await own.getByRole('navigation').getByText('1 unread').first().waitFor();

    await button('Requested').click();
    await button('Follow').waitFor();
    await asks.waitFor({ state: 'detached' });

    await button('Follow').click();
    await asks.getByRole('button', { name: `Accept ${ben.userName}` }).click();
    await button('Unfollow').waitFor();
    await page.getByRole('button', { name: /Tylko dla swoich/ }).waitFor();

    await own.goto('/account?popup=followers');
    await own.getByRole('button', { name: `Remove ${ben.userName} from your followers` }).click();
    const question = own.getByRole('alertdialog');
    await question.waitFor();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await own.getByRole('link', { name: ben.userName }).waitFor({ state: 'detached' });
    // A member is not notified of being removed as a follower or of a declined request, so the page shows it after a reload.
    await page.reload();
    await page.getByText('This account is private').waitFor();
    expect(await page.getByText('Tylko dla swoich').count()).toBe(0);

    // Waits for the live stream, because a follow request that is sent before the stream opens would not appear live.
    const stream = own.waitForResponse(/\/stream\?/);
    await own.goto('/notification');
    await stream;
    await button('Follow').click();
    await asks.getByRole('button', { name: `Decline ${ben.userName}` }).click();
    await asks.waitFor({ state: 'detached' });
    await page.reload();
    await button('Follow').waitFor();
  },
);

journey('the audience of a post is chosen, remembered, and narrowed live', async ({ visit }) => {
  const [ana, ben, cal] = await createMembers(origin, 'ana', 'ben', 'cal');
  await befriend(ana, ben);
  await follow(origin, cal, ana);
  const page = await visit('/account', { as: ana });
  const write = page.getByRole('navigation').getByRole('button', { name: 'Add' });
  const dialog = page.getByRole('dialog');
  await write.click();
  const trigger = /Who can see it/;
  await choose(page, trigger, 'Friends');
  await dialog.getByRole('button', { name: 'Who can comment' }).click();
  await page.getByRole('menuitemradio', { name: 'Nobody' }).click();
  await dialog.getByRole('textbox').first().fill('Solo para amigos');
  // The chosen audience is stored with the draft.
  await page.reload();
  await dialog.getByRole('button', { name: trigger }).filter({ hasText: 'Friends' }).waitFor();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const tile = page.getByRole('button', { name: /Solo para amigos/ });
  await tile.waitFor();
  await write.click();
  await dialog.getByRole('button', { name: trigger }).filter({ hasText: 'Friends' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const stranger = await callRest<unknown[]>(origin, `GET /users/${ana.userId}/posts`, { token: cal.token });
  expect(stranger).toEqual([]);
  // The browser itself logs the 404 of the deleted post to the console.
  const friend = await visit('/home', { as: ben, allow: /status of 404.*posts\.byId/ });
  const card = friend.getByRole('article').filter({ hasText: 'Solo para amigos' });
  await card
    .getByText(/Friends$/)
    .first()
    .waitFor();
  await card.getByText('Comments are off here.').waitFor();
  expect(await card.getByRole('textbox').count()).toBe(0);

  await tile.click();
  await choose(page, trigger, 'Only me');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await card.waitFor({ state: 'detached' });
  await tile.click();
  await dialog.getByRole('button', { name: trigger }).filter({ hasText: 'Only me' }).waitFor();
});

journey('a member is muted from a card, blocked from their page, and let back in the settings', async ({ visit }) => {
  const [ada, max] = await createMembers(origin, 'ada', 'max');
  await befriend(ada, max);
  await post(origin, max, 'Max was here');
  const page = await visit('/home', { as: ada, allow: /status of 404/ });
  const theirs = page.getByRole('article').filter({ hasText: 'Max was here' });
  await theirs.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('menuitem', { name: `Mute ${max.userName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'For a week' }).click();
  await theirs.waitFor({ state: 'detached' });
  await page.goto('/settings/blocked');
  const mutes = page.getByRole('region', { name: 'Muted' });
  await mutes.getByText('Until ').waitFor();
  await mutes.getByRole('button', { name: `Unmute ${max.userName}` }).click();
  await mutes.getByText('Nobody', { exact: true }).waitFor();
  await page.goto('/home');
  await theirs.getByRole('link', { name: max.userName }).first().click();
  await page.waitForURL(`**/user/${max.userName}`);

  const menu = page.getByRole('button', { name: `More about ${max.userName}` });
  const dialog = page.getByRole('alertdialog', { name: `Block ${max.userName}` });
  const ask = async () => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: `Block ${max.userName}` }).press('Enter');
    await dialog.waitFor();
  };
  await ask();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await menu.evaluate('document.activeElement?.getAttribute("aria-haspopup")')).toBe('menu');
  await ask();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await page.waitForURL('**/home');
  await page.getByText(`${max.userName} is blocked.`).waitFor();
  await theirs.waitFor({ state: 'detached' });
  await page.goto('/settings/blocked');
  const blocks = page.getByRole('region', { name: 'Blocked' });
  await blocks.getByRole('button', { name: `Unblock ${max.userName}` }).click();
  await blocks.getByText('Nobody', { exact: true }).waitFor();
  await page.goto(`/user/${max.userName}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
});
