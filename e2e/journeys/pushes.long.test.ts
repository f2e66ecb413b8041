// Rare: devices that cannot have push, and many notifications at once.
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mockPushService, pushState } from '../fixtures/pushBrowser.ts';

const origin = inject('origin');

journey('a device that cannot have push says why, and how to fix it', async ({ visit }) => {
  const [ola] = await createMembers(origin, 'ola');
  const page = await visit('/home', { as: ola });
  await mockPushService(page, 'denied');
  await page.goto('/account?popup=notifications');
  await page.getByRole('button', { name: 'Also when Kith is closed: Turn on' }).click();
  await page.getByText('Blocked by your browser. Allow them in its settings.').waitFor();
  expect(await page.getByRole('button', { name: 'Also when Kith is closed: Turn on' }).count()).toBe(0);
  expect((await pushState(page)).subscribed).toBe(false);

  await page.addInitScript('delete globalThis.PushManager');
  await page.reload();
  await page.getByText('This browser cannot do that.').waitFor();
  await page.addInitScript(
    `Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' })`,
  );
  await page.reload();
  await page.getByText('On an iPhone or iPad, tap Share, then “Add to Home Screen”, and open Kith there.').waitFor();
});

journey('twenty new followers at once cause a few requests, not twenty', async ({ visit }) => {
  const [rosa, first, ...crowd] = await createMembers(
    origin,
    'rosa',
    'first',
    ...Array.from({ length: 20 }, (_, i) => `fan${i}` as const),
  );
  await follow(origin, first, rosa);
  const page = await visit('/notification', { as: rosa });
  await page.getByRole('article').first().waitFor();
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('notifications.list')) fetched += 1;
  });
  await Promise.all(crowd.map((fan) => follow(origin, fan, rosa)));
  await page
    .getByRole('article')
    .filter({ hasText: 'and 20 others' })
    .or(page.getByText('19 others'))
    .first()
    .waitFor();
  expect(fetched).toBeLessThanOrEqual(10);
});
