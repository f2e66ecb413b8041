// Rare: the outlines of further screens, which ahead.test.ts tests on the feed, and the order of the first requests.
import { expect, inject } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { expectSteadyStart, starts } from '../fixtures/outline.ts';
import { testPhoto } from '../fixtures/photo.ts';

for (const [what, start] of Object.entries(starts))
  journey(`${what}: nothing moves when the app takes over`, ({ visit }) => expectSteadyStart(visit, start));

journey("the app's scripts are requested after the first picture", async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await attachPicture(origin, ben, await post(origin, ben, 'Morning at the lake'), await testPhoto());
  const page = await visit('/home', { as: ana, viewport: { width: 390, height: 860 } });
  await page.getByRole('article').first().waitFor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/media\/.*webp/, (route) => released.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested.some((path) => path.startsWith('/media/'))).toBe(true);
  const scripts = () => requested.filter((path) => /\/(?:core|app|home)-.*\.js$/.test(path)).length;
  expect(scripts()).toBe(0);
  release();
  await expect.poll(scripts).toBe(3);
  await page.getByRole('article').first().waitFor();
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
