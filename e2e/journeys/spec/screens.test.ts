import { expect, inject } from 'vitest';
import { createMembers, follow, post, uniqueName } from '../../fixtures/cast.ts';
import { journey, styleOf } from '../../fixtures/journey.ts';
import { callRest } from '../../fixtures/rest.ts';
import { says } from '../../fixtures/says.ts';

// What the specification says of members' screens, in its order: section 2, with the states of section 4.

const origin = inject('origin');

journey('the specification of the account and the composer', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ben, ana);
  await callRest(origin, `PATCH /users/${ana.userId}`, { token: ana.token, json: { bio: 'Rows at dawn' } });
  const page = await visit('/account', { as: ana });
  const dialog = page.getByRole('dialog').last();
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const menu = page.getByRole('navigation').first();

  // Departure: the menu has all entries on every screen, Notifications too.
  await says('Home, Browse, Explore, Messages, Add, Account, and on the account screen Settings.', async () => {
    for (const name of ['Home', 'Browse', 'Explore', 'Messages', 'Account'])
      await menu.getByRole('link', { name, exact: true }).waitFor();
    for (const name of ['Add', 'Settings']) await menu.getByRole('button', { name, exact: true }).waitFor();
  });
  await says("The header has the name, the counts and the bio labelled 'about me'.", async () => {
    await page.getByRole('heading', { name: ana.userName }).waitFor();
    for (const words of ['about me', 'Rows at dawn', 'posts', 'following'])
      await page.getByText(words, { exact: true }).first().waitFor();
  });
  await says("With no posts the text 'No posts yet' shows.", () => page.getByText('No posts yet').waitFor());
  await says('The composer has a required text, people, location, hashtags and an image picker.', async () => {
    await menu.getByRole('button', { name: 'Add', exact: true }).click();
    for (const name of ['Tag people', 'Location', 'Hashtags']) await field(name).waitFor();
    expect(await dialog.locator('input[type=file][multiple]').count()).toBe(1);
    await inDialog('Post').click();
    expect(await dialog.locator('[aria-invalid=true]').count()).toBe(1);
  });
  // Departure: Escape keeps what was written; Cancel, and "Start afresh" beside it, reset all fields.
  await says('Closing resets all fields.', async () => {
    await field("What's on your mind?").fill('Half a thought');
    await page.keyboard.press('Escape');
    await closed();
    await menu.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await field("What's on your mind?").inputValue()).toBe('Half a thought');
    await inDialog('Start afresh').click();
    expect(await field("What's on your mind?").inputValue()).toBe('');
    await dialog.getByText('Your draft is back.').waitFor({ state: 'detached' });
  });
  await says('The caption joins description, tagged people and hashtags with spaces.', async () => {
    await field("What's on your mind?").fill('Up early');
    await field('Tag people').fill(`@${ben.userName}`);
    await field('Hashtags').fill('#lake');
    await inDialog('Post').click();
    await closed();
    await page.getByRole('button', { name: `Open post: Up early @${ben.userName} #lake` }).waitFor();
  });
  const tile = page.getByRole('button', { name: /^Open post: Up early/ });
  await says("A tile shows 'No image available', the caption, and both counts, on a phone too.", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const words of ['No image available', `Up early @${ben.userName} #lake`, '0'])
      expect(await tile.getByText(words, { exact: true }).first().isVisible(), words).toBe(true);
    expect(await tile.getByText('0', { exact: true }).count()).toBe(2);
    await page.setViewportSize({ width: 1280, height: 860 });
  });
  await says('Clicking the followers count opens a list whose names link to /user/{userName}.', async () => {
    await page.getByRole('button', { name: /follower/ }).click();
    expect(await dialog.getByRole('link', { name: ben.userName }).getAttribute('href')).toBe(`/user/${ben.userName}`);
    await page.keyboard.press('Escape');
    await closed();
  });
});

journey('the specification of other screens', async ({ visit }) => {
  const stem = uniqueName('zq').replace('_', '');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  const [begins, followed, within] = await createMembers(origin, `${stem}b`, `${stem}a`, `x${stem}`);
  await follow(origin, ana, followed);
  await follow(origin, ana, within);
  const caption = `Come along @${followed.userName} #lake`;
  const postId = await post(origin, followed, caption);
  const page = await visit(`/user/${ben.userName}`, { as: ana, allow: /status of 404/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const at = (path: string) => expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  const go = (name: string) =>
    page
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();

  // Departure: Unfollow is what it says under the pointer and the focus; at rest it says Following.
  await says('Follow and Unfollow flip.', async () => {
    await button('Follow').click();
    await page.mouse.move(0, 0);
    await page.getByRole('main').getByText('Following', { exact: true }).waitFor();
    await button('Unfollow').hover();
    await page.getByRole('main').getByText('Unfollow', { exact: true }).waitFor();
    await button('Unfollow').click();
    await button('Follow').waitFor();
  });
  await says('Message opens /messages?userId={userId}.', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Message' }).or(button('Message')).first().click();
    await at(`/messages?userId=${ben.userId}`);
  });
  await go('Home');
  const card = page.getByRole('article').filter({ hasText: 'Come along' });
  // Departures: the time is relative, and one's own new post stands on top.
  await says('A post has its author, tags, a "with" line of links, and its counts.', async () => {
    for (const name of ['#lake', `@${followed.userName}`]) await card.getByRole('link', { name }).first().waitFor();
    await card
      .getByText(/^with\b/)
      .first()
      .waitFor();
    await card.getByRole('button', { name: 'Like, 0 likes' }).waitFor();
  });
  // Departure: on Home, too, a second click takes the like back.
  await says('Liked or not liked: the state toggles with the count plus or minus one.', async () => {
    for (const [pressed, name] of [
      [true, 'Like, 1 like'],
      [false, 'Like, 0 likes'],
    ] as const) {
      await card.getByRole('button', { name: /^Like, / }).click();
      await card.getByRole('button', { name, pressed }).waitFor();
    }
  });
  await says('After success a comment is at the top of the list, the count rises and the input clears.', async () => {
    await card.getByLabel('Write a comment…').fill('  I am in  ');
    await card.getByLabel('Write a comment…').press('Enter');
    await card.getByRole('listitem').filter({ hasText: 'I am in' }).waitFor();
    await card.getByRole('button', { name: '1 comment' }).waitFor();
    expect(await card.getByLabel('Write a comment…').inputValue()).toBe('');
  });
  await says('Clicking the comment count toggles the comment list, fetched on first open.', async () => {
    const count = card.getByRole('button', { name: '1 comment' });
    expect(await count.getAttribute('aria-expanded')).toBe('true');
    await count.click();
    await card.getByText('I am in').waitFor({ state: 'detached' });
    await count.click();
    const time = card.getByRole('listitem').locator('time');
    // Departure: a comment of another day has its day.
    expect(await time.locator('[aria-hidden]').innerText()).toMatch(/^\d{1,2}:\d\d$/);
    await card.getByRole('link', { name: 'Open the post' }).click();
    await at(`/post/${postId}`);
    const date = page.getByRole('dialog').getByRole('article').locator('header time [aria-hidden]');
    expect(await date.innerText()).toContain(String(new Date().getFullYear()));
    await page.goBack();
  });
  const panel = page.getByRole('complementary', { name: 'People you follow' });
  await says("The friends panel filters by name and shows 'No friends found' when empty.", async () => {
    const search = panel.getByLabel('Search for a friend...').or(panel.getByLabel('Search for a friend…'));
    await search.fill(followed.userName.toUpperCase());
    await panel.getByRole('link', { name: followed.userName }).waitFor();
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(1);
    await search.fill('nobody-at-all');
    await panel.getByText('No friends found').waitFor();
  });

  // Departures: the samples are marked as such, and go when something has happened.
  await says('Notifications has four filters and four sample entries.', async () => {
    // A log-in from an unknown browser leaves a notice, which does not take the samples away.
    const json = { identifier: ana.userName, password: ana.password };
    await callRest(origin, 'POST /auth/login', { json });
    await page.goto('/notification');
    await page
      .getByText(/^Log-in from a new browser/)
      .first()
      .waitFor();
    for (const name of ['All', 'Follow', 'Likes', 'Comments']) await button(name).waitFor();
    for (const words of ['Started following you', 'Liked your post', 'Unfollowed you'])
      await page.getByText(words, { exact: true }).first().waitFor();
    await button('Likes').click();
    expect(await button('Likes').getAttribute('aria-pressed')).toBe('true');
  });

  await says('Browse has a heading and a search box.', async () => {
    await go('Browse');
    await page.getByRole('heading', { name: 'BROWSE' }).waitFor();
  });
  // Departure: other matches stand below, under a heading.
  await says('Results keep only users whose name starts with the query, and link to /user/{userName}.', async () => {
    await page.getByLabel('Search for new friends').fill(stem.toUpperCase());
    const results = page.getByRole('region', { name: 'People found' });
    await results.getByRole('heading', { name: 'Other matches' }).waitFor();
    expect(await results.getByRole('link').allInnerTexts()).toEqual(
      [followed, begins, within].map(({ userName }) => userName),
    );
    expect(await results.getByRole('link').first().getAttribute('href')).toBe(`/user/${followed.userName}`);
  });
  await says("'No users found.' when empty.", async () => {
    await page.getByLabel('Search for new friends').fill('nobody-at-all');
    await page.getByText('No users found.').waitFor();
  });
  // Its cards are those of Home, with the same toggles and form.
  await says("Explore has the heading 'Popular Posts'.", async () => {
    await go('Explore');
    await page.getByRole('heading', { name: 'Popular Posts' }).waitFor();
  });
  await says("While loading: 'Loading chats...'.", async () => {
    await page.route(/chats\.list/, () => undefined);
    await page.goto('/messages');
    const words = page.getByText('Loading chats...');
    await words.waitFor();
    expect((await words.boundingBox())?.width).toBeGreaterThan(50);
    // They fade in when loading takes longer than 400 ms.
    await expect.poll(() => styleOf(words, 'opacity')).toBe('1');
    await page.unrouteAll();
  });
  await says("Opening /user/{username} with the viewer's own username redirects to /account.", async () => {
    await page.goto(`/user/${ana.userName}`);
    await at('/account');
  });
  await says('A username that does not exist redirects to /404.', async () => {
    await page.goto('/user/nobody-of-this-name');
    await at('/404');
  });
});
