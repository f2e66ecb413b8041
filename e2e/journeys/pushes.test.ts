import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { mockPushService, pushState } from '../fixtures/pushBrowser.ts';
import { callRest } from '../fixtures/rest.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

const origin = inject('origin');
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const turnOn = 'Also when Kith is closed: Turn on';
const turnOff = 'Also when Kith is closed: Turn off';

journey(
  'push is offered after a tap, renewed, sends what was written offline, and ends at log-out',
  async ({ visit }) => {
    const [max, lou] = await createMembers(origin, 'max', 'lou');
    await follow(origin, max, lou);
    await follow(origin, lou, max);
    await write(origin, lou, max);
    const page = await visit('/home', { as: max, viewport: { width: 390, height: 844 }, allow: /status of 503/ });
    const idle = waitForIdle(page);
    await mockPushService(page, 'granted');
    await page.goto('/account?popup=notifications');
    await buttonOf(page, turnOn).waitFor();
    expect(await pushState(page)).toMatchObject({ asked: 0, subscribed: false });
    const subscribe = /notifications\.subscribe/;
    const told = page.waitForResponse(subscribe);
    await buttonOf(page, turnOn).click();
    const response = await told;
    expect(response.status()).toBe(200);
    expect(response.request().postData()).toContain('"language":"en"');
    await buttonOf(page, turnOff).waitFor();
    expect(await pushState(page)).toMatchObject({ asked: 1, subscribed: true });

    // A server that is unavailable at start does not end the subscription.
    await page.route(subscribe, (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse(subscribe);
    await page.reload();
    expect((await refused).status()).toBe(503);
    await page.unroute(subscribe);
    const renewed = page.waitForResponse(subscribe);
    await page.reload();
    expect((await renewed).status()).toBe(200);
    expect((await pushState(page)).subscribed).toBe(true);
    await buttonOf(page, turnOff).waitFor();

    // Stores a reply in the browser's cache, as the service worker does when a reply from a push notification cannot be sent.
    const reply = { receiverId: lou.userId, content: 'On my way', createdAt: new Date().toISOString() };
    await page.evaluate(`(async () => {
    const cache = await caches.open('kith-member-${max.userId}');
    await cache.put('/stored/replies/' + crypto.randomUUID(), new Response(${JSON.stringify(JSON.stringify(reply))}));
  })()`);
    await page.goto('/home');
    const sent = async () => {
      const path = `GET /messages/conversation/${max.userId}/${lou.userId}`;
      const messages = await callRest<{ content: string }[]>(origin, path, { token: max.token });
      return messages.map(({ content }) => content);
    };
    await expect.poll(sent).toEqual(['On my way']);
    const waiting = () =>
      page.evaluate(`caches.open('kith-member-${max.userId}').then((cache) => cache.keys())
      .then((keys) => keys.filter(({ url }) => url.includes('replies')).length)`);
    await expect.poll(waiting).toBe(0);

    await page.goto('/account?popup=settings');
    // A call in flight at the log-out would be refused, which the browser reports as an error.
    await idle();
    await buttonOf(page, 'Log Out').click();
    await page.waitForURL('**/login');
    await expect.poll(() => pushState(page)).toMatchObject({ subscribed: false, badge: 'none' });
  },
);
