import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('a post has its own page, as an overlay and by itself', async ({ visit }) => {
  const [lola, paco] = await createMembers(origin, 'lola', 'paco');
  await follow(origin, paco, lola);
  const postId = await post(origin, lola, 'Snow in April');
  await attachPicture(origin, lola, postId, await testPhoto());
  for (const { token, userId } of [lola, paco])
    await callRest(origin, 'POST /likes', { token, json: { userId, postId } });
  const page = await visit('/home', { as: paco });
  const card = page.getByRole('article').filter({ hasText: 'Snow in April' });
  const dialog = page.getByRole('dialog');
  const empty = dialog.getByText('No comments yet');
  const at = (path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);
  // The card names a friend who likes the post, and does not count the reader's own like.
  await card.getByRole('button', { name: lola.userName, exact: true }).waitFor();

  // The picture, the time and the text open the post, and going back returns to the feed.
  for (const opener of [
    card.getByRole('img', { name: 'Photo by ' }),
    card.getByRole('link').filter({ has: page.locator('time') }),
    card.getByText('Snow in April'),
  ]) {
    await opener.click();
    await empty.waitFor();
    await at(`/post/${postId}`);
    expect(await page.title()).not.toContain('404');
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await at('/home');
  }

  // After a reload, the post is still a popup over the feed. In another tab, the same address shows the post as a page.
  await card.getByText('Snow in April').click();
  await empty.waitFor();
  await page.reload();
  await empty.waitFor();
  const alone = await page.context().newPage();
  await alone.goto(`${origin}/post/${postId}`);
  await alone.getByRole('main').getByText('Snow in April').waitFor();
  expect(await alone.getByRole('dialog').count()).toBe(0);
  // The list of likers opens from the popup and from the page.
  for (const each of [page, alone]) {
    await each.getByRole('button', { name: '2 likes: who' }).last().click();
    const likers = each.getByRole('dialog', { name: 'Likes' });
    for (const { userName } of [lola, paco]) await likers.getByRole('link', { name: userName }).first().waitFor();
    await each.keyboard.press('Escape');
    await likers.waitFor({ state: 'detached' });
  }
  await at(`/post/${postId}`);
  await alone.close();
});
