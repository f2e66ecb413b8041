// Rare: further audiences of a post. Who sees what, visibility.test.ts asserts; whoSeesWhat.test.ts chooses an audience.
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

const origin = inject('origin');
const phone = { viewport: { width: 390, height: 844 } };

async function befriend(one: Member, other: Member): Promise<void> {
  await follow(origin, one, other);
  await follow(origin, other, one);
}

journey('posts are written for close friends, and for those who are friends now', async ({ visit }) => {
  const [ola, ben, eve, zoe] = await createMembers(origin, 'ola', 'ben', 'eve', 'zoe');
  for (const each of [ben, eve]) await befriend(ola, each);
  const page = await visit('/home?popup=friends', { as: ola, ...phone });
  const mutual = page.getByRole('dialog').getByTitle('You follow each other');
  await expect.poll(() => mutual.count()).toBe(2);

  // The list of close friends is edited in a popup of the settings that has an address of its own.
  await page.goto('/settings/close-friends');
  const list = page.getByRole('dialog', { name: 'Close friends' });
  const added = page.waitForResponse(/closeFriends\.add/);
  await list.getByRole('button', { name: `Add ${ben.userName}` }).click();
  expect((await added).status()).toBe(200);
  await list.getByRole('button', { name: `Remove ${ben.userName}` }).waitFor();

  // The form for a new post shows how many members will see the post, and lists them.
  await page.goto('/home?popup=compose');
  const sheet = page.getByRole('dialog', { name: 'New post' });
  const text = sheet.getByLabel("What's on your mind?");
  const who = sheet.getByRole('button', { name: 'Who can see it' });
  const publish = sheet.getByRole('button', { name: 'Post', exact: true });
  const choice = (name: string) => page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
  const later = page.getByRole('menuitemcheckbox', { name: 'Also people who join later' });
  await text.fill('For close friends');
  await who.click();
  expect(await later.count()).toBe(0);
  await choice('Friends You').getByText('2 people').waitFor();
  await choice('Close friends').click();
  await choice('Close friends').getByText('1 person').waitFor();
  await page.getByRole('menuitem', { name: 'Who are they?' }).click();
  await page.getByRole('menu').getByText(ben.userName).waitFor();
  await page.keyboard.press('Escape');
  await publish.click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('article').getByText('Close friends').first().waitFor();

  await page.goto('/home?popup=compose');
  await text.fill('For those who are here');
  await who.click();
  await choice('Friends You').click();
  expect(await later.getAttribute('aria-checked')).toBe('true');
  await later.click();
  await page.getByText('Only those who belong to it now see the post.').waitFor();
  await page.keyboard.press('Escape');
  await who.getByText('Friends · nobody new').waitFor();
  await publish.click();
  await sheet.waitFor({ state: 'detached' });
  const own = page.getByRole('article').filter({ hasText: 'For those who are here' });
  await own.getByText('Friends · nobody new').waitFor();

  // A close friend sees both posts, but does not see that one is for close friends, nor that the other has a frozen audience.
  await befriend(ola, zoe);
  const bens = await visit('/home', { as: ben, ...phone });
  const card = (caption: string) => bens.getByRole('article').filter({ hasText: caption });
  await card('For close friends').waitFor();
  await card('For those who are here').getByText('Friends').first().waitFor();
  expect(await bens.getByText(/Close friends|nobody new/).count()).toBe(0);
  // A friend sees one post. A member who became a friend later sees none, until the audience is no longer frozen.
  const zoes = await visit(`/user/${ola.userName}`, { as: zoe, ...phone });
  await zoes.getByText('No posts yet').waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: /For those who are here/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit post' });
  await editor.getByRole('button', { name: 'Who can see it' }).click();
  expect(await later.getAttribute('aria-checked')).toBe('false');
  await later.click();
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await editor.waitFor({ state: 'detached' });
  await zoes.reload();
  await zoes.getByRole('button', { name: /For those who are here/ }).waitFor();
  expect(await zoes.getByText('For close friends').count()).toBe(0);
});
