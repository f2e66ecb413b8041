import { expect, inject } from 'vitest';
import { createMembers, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { expectSteadyStart, starts } from '../fixtures/outline.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

journey('the feed is rendered before the app has loaded, and does not move', async ({ visit }) => {
  await expectSteadyStart(visit, starts['the feed on a phone']);
});

journey('the first screen of a returning member sends no request twice', async ({ visit }) => {
  const origin = inject('origin');
  const [ana] = await createMembers(origin, 'ana');
  const postId = await post(origin, ana, 'The only post');
  const page = await visit('/home', { as: ana });
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  // Leaves the page, so that its remaining requests are not counted below.
  await page.goto('about:blank');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const settled = waitForIdle(page);
  for (const [path, ...lists] of [
    ['/home', 'feed.home'],
    ['/account', 'posts.byUser'],
    [`/post/${postId}`, 'posts.byId', 'comments.list'],
  ] as const) {
    requests.length = 0;
    await page.goto(path);
    await page.getByRole('button', { name: 'Add' }).first().waitFor();
    await settled();
    for (const call of [...lists, 'auth.session'])
      expect(
        requests.filter((each) => each === `/trpc/${call}`),
        `${path}: ${call}`,
      ).toHaveLength(1);
    const files = requests.filter((each) => each.endsWith('.js'));
    expect(files).toEqual([...new Set(files)]);
  }
});
