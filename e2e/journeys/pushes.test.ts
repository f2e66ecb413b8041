import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { mockPushService, pushState } from '../fixtures/pushBrowser.ts';
import { callRest } from '../fixtures/rest.ts';
import { languagesFor, locales, translator, untranslated } from '../fixtures/words.ts';

const origin = inject('origin');
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const write = ({ token, userId }: Member, to: Member) =>
  callRest(origin, 'POST /messages', { token, json: { senderId: userId, receiverId: to.userId, content: 'hello' } });
const like = ({ token, userId }: Member, postId: number) =>
  callRest(origin, 'POST /likes', { token, json: { userId, postId } });

for (const language of languagesFor('es')) {
  const say = translator(language);
  const closed = (what: string) => `${say('alerts.closed')}: ${say(`alerts.${what}`)}`;

  journey(`push is offered after a tap, delivered, and ended at log-out, in ${language}`, async ({ visit }) => {
    const [mia] = await createMembers(origin, 'mia');
    const page = await visit('/home', { as: mia, locale: locales[language], viewport: { width: 390, height: 844 } });
    await mockPushService(page, 'granted');
    await page.goto('/account?popup=alerts');
    const turnOn = buttonOf(page, closed('turnOn'));
    await turnOn.waitFor();
    expect(await pushState(page)).toMatchObject({ asked: 0, subscribed: false });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await untranslated(page, language, [mia.userName])).toEqual([]);

    const told = page.waitForResponse((response) => response.url().includes('notifications.subscribe'));
    await turnOn.click();
    const response = await told;
    expect(response.status()).toBe(200);
    expect(response.request().postData()).toContain(`"language":"${language}"`);
    await buttonOf(page, closed('turnOff')).waitFor();
    await page.getByText(say('alerts.turnedOn')).waitFor();
    expect(await pushState(page)).toMatchObject({ asked: 1, subscribed: true });
    await page.reload();
    await buttonOf(page, closed('turnOff')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.goto('/account?popup=settings');
    await buttonOf(page, say('settings.logOut')).click();
    await page.waitForURL('**/login');
    await expect.poll(() => pushState(page)).toMatchObject({ subscribed: false, badge: 'none' });
  });

  journey(`a device that cannot have push says why, and how to fix it, in ${language}`, async ({ visit }) => {
    const [ola] = await createMembers(origin, 'ola');
    const page = await visit('/home', { as: ola, locale: locales[language] });
    await mockPushService(page, 'denied');
    await page.goto('/account?popup=alerts');
    await buttonOf(page, closed('turnOn')).click();
    await page.getByText(say('alerts.blocked')).waitFor();
    expect(await buttonOf(page, closed('turnOn')).count()).toBe(0);
    expect((await pushState(page)).subscribed).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.addInitScript('delete globalThis.PushManager');
    await page.reload();
    await page.getByText(say('alerts.unsupported')).waitFor();
    await page.addInitScript(
      `Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' })`,
    );
    await page.reload();
    await page.getByText(say('alerts.install')).waitFor();
    expect(await untranslated(page, language, [ola.userName])).toEqual([]);
  });

  journey(
    `new notifications are listed above known ones, and stay there while the list is open, in ${language}`,
    async ({ visit }) => {
      const [ida, jo, kit] = await createMembers(origin, 'ida', 'jo', 'kit');
      const postId = await post(origin, ida, 'Thaw');
      await follow(origin, jo, ida);
      const page = await visit('/notification', { as: ida, locale: locales[language] });
      const group = (name: 'new' | 'earlier') =>
        page.getByRole('region', { name: say(`notifications.${name}`), exact: true });
      const heading = (name: 'new' | 'earlier') =>
        page.getByRole('heading', { level: 2, name: say(`notifications.${name}`), exact: true });
      const rows = (name: 'new' | 'earlier') => group(name).getByRole('article');
      await heading('new').waitFor();
      expect([await rows('new').count(), await group('earlier').count()]).toEqual([1, 0]);
      const marked = page.waitForResponse((response) => response.url().includes('notifications.markAllRead'));
      await marked;

      await page
        .getByRole('link', { name: say('menu.home'), exact: true })
        .first()
        .click();
      await page.waitForURL('**/home');
      await page.goto('/notification');
      await heading('earlier').waitFor();
      expect([await group('new').count(), await rows('earlier').count()]).toEqual([0, 1]);

      const again = page.waitForResponse((response) => response.url().includes('notifications.markAllRead'));
      await like(kit, postId);
      await heading('new').waitFor();
      await again;
      // Another notification makes the page refetch the list. By now the first notification is read, but it stays under "new".
      await follow(origin, kit, ida);
      await expect.poll(() => rows('new').count()).toBe(2);
      expect(await rows('earlier').count()).toBe(0);
      await like(jo, postId);
      await rows('new').filter({ hasText: jo.userName }).filter({ hasText: kit.userName }).first().waitFor();
      expect(await rows('new').count()).toBe(2);
      for (const row of await rows('new').all()) {
        const [inside, around] = [
          await row.getByText(say('notifications.unread'), { exact: true }).locator('..').boundingBox(),
          await row.boundingBox(),
        ];
        if (!inside || !around) throw new Error('the row is not drawn');
        expect(inside.x).toBeGreaterThanOrEqual(around.x);
        expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
      }
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );
}

journey('settings that could not be saved are saved by a retry, and reach the other device', async ({ visit }) => {
  const [vera] = await createMembers(origin, 'vera');
  const page = await visit('/account?popup=alerts', { as: vera, allow: /ERR_FAILED|Failed to fetch/ });
  const other = await visit('/account?popup=alerts', { as: vera });
  await other.getByLabel('Tags').waitFor();
  await page.route('**/trpc/notifications.changeSettings*', (route) => route.abort());
  await page.getByLabel('Tags').uncheck();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Your choices were not saved.').waitFor();
  expect(await other.getByLabel('Tags').isChecked()).toBe(true);
  await page.unroute('**/trpc/notifications.changeSettings*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => other.getByLabel('Tags').isChecked()).toBe(false);
  expect(await callRest(origin, 'GET /notifications/settings', { token: vera.token })).toMatchObject({ tags: false });
});

journey('the icon counts unread items, and is cleared once they are read', async ({ visit }) => {
  const [nils, una, theo] = await createMembers(origin, 'nils', 'una', 'theo');
  await follow(origin, una, nils);
  await follow(origin, nils, theo);
  for (const from of [una, una, theo]) await write(from, nils);
  const page = await visit('/home', { as: nils });
  await mockPushService(page, 'granted');
  await page.goto('/home');
  // The badge counts one new follower and two conversations, not the three messages in them.
  await expect.poll(async () => (await pushState(page)).badge).toBe('3');
  await page.goto('/notification');
  await expect.poll(async () => (await pushState(page)).badge).toBe('2');
  await page.goto(`/messages?userId=${una.userId}`);
  await expect.poll(async () => (await pushState(page)).badge).toBe('1');
  await page.goto(`/messages?userId=${theo.userId}`);
  await expect.poll(async () => (await pushState(page)).badge).toBe('0');
});

journey('a server that is unavailable at start does not end the push subscription of a device', async ({ visit }) => {
  const [pia] = await createMembers(origin, 'pia');
  const page = await visit('/home', { as: pia, allow: /status of 503/ });
  await mockPushService(page, 'granted');
  await page.goto('/account?popup=alerts');
  const subscribe = /notifications\.subscribe/;
  const told = page.waitForResponse(subscribe);
  await buttonOf(page, 'Also when Kith is closed: Turn on').click();
  expect((await told).status()).toBe(200);
  await page.route(subscribe, (route) => route.fulfill({ status: 503, body: '' }));
  const refused = page.waitForResponse(subscribe);
  await page.reload();
  expect((await refused).status()).toBe(503);
  await page.unroute(subscribe);
  const renewed = page.waitForResponse(subscribe);
  await page.reload();
  expect((await renewed).status()).toBe(200);
  expect((await pushState(page)).subscribed).toBe(true);
});

journey('a reply written in a notification that could not be sent is sent once, when Kith opens', async ({ visit }) => {
  const [max, lou] = await createMembers(origin, 'max', 'lou');
  await follow(origin, max, lou);
  await follow(origin, lou, max);
  await write(lou, max);
  const page = await visit('/home', { as: max });
  await mockPushService(page, 'granted');
  await page.goto('/account?popup=alerts');
  await buttonOf(page, 'Also when Kith is closed: Turn on').click();
  await buttonOf(page, 'Also when Kith is closed: Turn off').waitFor();
  // Stores a reply in the browser's cache, as the service worker does when a reply from a push notification cannot be sent.
  const reply = { receiverId: lou.userId, content: 'On my way', createdAt: new Date().toISOString() };
  await page.evaluate(`(async () => {
    const cache = await caches.open('kith-member-${max.userId}');
    await cache.put('/kept/replies/' + crypto.randomUUID(), new Response(${JSON.stringify(JSON.stringify(reply))}));
  })()`);
  await page.goto('/home');
  const sent = async () => {
    const messages = await callRest<{ content: string; sender: { userId: number } }[]>(
      origin,
      `GET /messages/conversation/${max.userId}/${lou.userId}`,
      { token: max.token },
    );
    return messages.map(({ content }) => content);
  };
  await expect.poll(sent).toEqual(['On my way']);
  await page.reload();
  await page.getByRole('link', { name: 'Messages' }).first().waitFor();
  expect(
    await page.evaluate(
      `caches.open('kith-member-${max.userId}').then((cache) => cache.keys()).then((keys) => keys.filter(({ url }) => url.includes('replies')).length)`,
    ),
  ).toBe(0);
  expect(await sent()).toEqual(['On my way']);
});
