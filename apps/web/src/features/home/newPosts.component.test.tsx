import { afterEach, expect, test, vi } from 'vitest';
import { inputsOf } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { announcedPosts, announcePost, withdrawPosts } from '../posts/announcedPosts.ts';
import { useNewPosts } from './newPosts.ts';

function Pill() {
  const { waiting, show } = useNewPosts([]);
  return (
    <button type="button" disabled={!waiting} onClick={() => void show()}>
      New posts
    </button>
  );
}

afterEach(() => {
  vi.useRealTimers();
  withdrawPosts(announcedPosts());
  delete document.documentElement.dataset.replica;
});

/** Shows new posts while an announced one is not in the feed, as when it was deleted. Returns how often the feed was fetched. */
async function countFeedFetches(): Promise<number> {
  announcePost(7);
  const answers = { 'feed.home': () => ({ items: [], nextCursor: null }) };
  const { screen } = await renderOnPage(<Pill />, { answers });
  await screen.getByRole('button', { name: 'New posts' }).click();
  await expect.poll(announcedPosts).toEqual([]);
  return inputsOf('feed.home').length;
}

test('the feed is not awaited where the server has no replica, from which it could be old', async () => {
  expect(await countFeedFetches()).toBe(1);
});

test('the feed of a replica is fetched once more', async () => {
  document.documentElement.dataset.replica = '';
  expect(await countFeedFetches()).toBe(2);
});
