import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page, samplePost } from '../../testing/samples.ts';
import QuietEnd from './QuietEnd.tsx';

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const [eve, kim, zoe] = ['eve', 'kim', 'zoe'].map((userName, index) => ({ ...bob, userId: 3 + index, userName }));

test('the end counts what others have posted since yesterday, and names the friends who were silent', async () => {
  const posts = [
    samplePost({ postId: 4, userId: 1, createdAt: ago(0) }),
    samplePost({ postId: 3, createdAt: ago(0) }),
    samplePost({ postId: 2, userId: 9, createdAt: ago(0) }),
    samplePost({ postId: 1, userId: 3, createdAt: ago(8) }),
  ];
  const answers = { 'follows.friends': () => page(bob, eve, kim, zoe), 'users.mutes': () => page(kim) };
  const { screen, router } = await renderOnPage(<QuietEnd posts={posts} />, { answers });
  await expect.element(screen.getByText("That's everyone. 2 posts since yesterday")).toBeVisible();
  // Bob has posted this week, and Kim is muted.
  await expect.poll(() => screen.getByRole('link').elements().length).toBe(2);
  await expect.element(screen.getByRole('link', { name: 'Write to zoe' })).toBeVisible();
  await screen.getByRole('link', { name: 'Write to eve' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ userId: 3 });
});

test('with nothing new and nobody silent, the end is one line', async () => {
  const answers = { 'follows.friends': () => page(bob), 'users.mutes': () => page() };
  const posts = [samplePost({ createdAt: ago(3) })];
  const { screen } = await renderOnPage(<QuietEnd posts={posts} />, { answers });
  await expect.element(screen.getByText("That's everyone.", { exact: true })).toBeVisible();
  expect(screen.getByRole('link').elements()).toEqual([]);
});

test('below the own posts alone, the end offers people to follow', async () => {
  const answers = {
    'follows.friends': () => page(zoe),
    'users.mutes': () => page(),
    'users.suggested': () => page({ ...bob, followState: 'none' }),
  };
  const posts = [samplePost({ userId: 1, createdAt: ago(0) })];
  const { screen } = await renderOnPage(<QuietEnd posts={posts} />, { answers });
  await expect.element(screen.getByText("That's all so far.", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Write to zoe' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Who to follow' }).getByText('bob')).toBeVisible();
});
