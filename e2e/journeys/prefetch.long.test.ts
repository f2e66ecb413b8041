// Rare: counts the requests of a first screen.
import { expect, inject } from 'vitest';
import { createMembers, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

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
  for (const [path, lists] of Object.entries({
    '/home': ['feed.home'],
    '/account': ['posts.byUser'],
    [`/post/${postId}`]: ['posts.byId', 'comments.list'],
  })) {
    requests.length = 0;
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await settled();
    for (const call of ['auth.session', ...lists])
      expect(
        requests.filter((each) => each === `/trpc/${call}`),
        `${path}: ${call}`,
      ).toHaveLength(1);
    const files = requests.filter((each) => each.endsWith('.js'));
    expect(files).toEqual([...new Set(files)]);
  }
});

journey('a list whose early request failed is requested again', async ({ visit }) => {
  const [ana] = await createMembers(inject('origin'), 'ana');
  await post(inject('origin'), ana, 'The only post');
  const page = await visit('/home', { as: ana, allow: /ERR_FAILED/ });
  await page.getByRole('article').first().waitFor();
  let requests = 0;
  await page.route(/feed\.home/, (route) => (requests++ ? route.continue() : route.abort()));
  await page.reload();
  await page.getByRole('article').first().waitFor();
  expect(requests).toBeGreaterThan(1);
});
