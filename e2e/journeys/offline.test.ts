import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { postPicture } from '../fixtures/pages.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

const allow = /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/;
const withWorker = { serviceWorkers: 'allow', allow } as const;

const cacheNames = (page: Page) => page.evaluate<string[]>('caches.keys().then((names) => names.sort())');
const cachedFeed = (page: Page) => page.evaluate<boolean>(`caches.match('/stored/feed.home').then(Boolean)`);

/** Returns the member's posts on the server, each as its caption and whether the post has a picture. */
async function storedPosts(origin: string, { token, userId }: Member) {
  type Stored = { caption: string; imageUrl: string | null };
  const posts = await callRest<Stored[]>(origin, `GET /users/${userId}/posts`, { token });
  return posts.map(({ caption, imageUrl }) => [caption, imageUrl !== null]);
}

/** Returns the member's posts on the server, and the likes and comments of the post with this id. */
async function stored(origin: string, member: Member, postId: number) {
  const { token } = member;
  const comments = await callRest<{ content: string }[]>(origin, `GET /comments/post/${postId}`, { token });
  return {
    likes: await callRest<number>(origin, `GET /likes/count/${postId}`, { token }),
    comments: comments.map(({ content }) => content),
    posts: await storedPosts(origin, member),
  };
}

journey(
  'offline writes wait, survive a reload, are sent once, and leave nothing after the log-out',
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
    await follow(origin, ana, ben);
    const postId = await post(origin, ben, 'Seen from the train');
    const page = await visit('/home', { as: ana, ...withWorker });
    const card = page.getByRole('article').filter({ hasText: 'Seen from the train' });
    await card.waitFor();
    await expect.poll(() => cachedFeed(page)).toBe(true);
    await page.goto(`/user/${eve.userName}`);
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();

    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await card.getByRole('button', { name: /^Like/ }).click();
    for (const words of ['Which line?', 'Ah, the lake one']) {
      await card.getByLabel('Write a comment…').fill(words);
      await card.getByLabel('Write a comment…').press('Enter');
    }
    await postPicture(page, 'Written in a tunnel', await testPhoto());
    await page.getByText('Your post goes out when you are back.').waitFor();
    const own = page.getByRole('article').filter({ hasText: 'Written in a tunnel' });
    await own.getByText('Waiting for the connection').waitFor();

    await page.reload();
    await page.getByText('You are offline.').waitFor();
    await own.getByText('Waiting for the connection').waitFor();
    await expect
      .poll(() =>
        own
          .getByRole('img')
          .last()
          .evaluate((img: { naturalWidth: number }) => img.naturalWidth),
      )
      .toBeGreaterThan(100);
    await card.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
    await card.getByRole('button', { name: '2 comments' }).click();
    await card.getByText('Which line?').waitFor();
    await page.getByRole('link', { name: 'Account', exact: true }).first().click();
    await page.getByRole('listitem').filter({ hasText: 'Written in a tunnel' }).locator('img').waitFor();
    expect(await stored(origin, ana, postId)).toEqual({ likes: 0, comments: [], posts: [] });

    await page.context().setOffline(false);
    const expected = {
      likes: 1,
      comments: ['Ah, the lake one', 'Which line?'],
      posts: [['Written in a tunnel', true]],
    };
    await expect.poll(() => stored(origin, ana, postId)).toEqual(expected);
    const following = await callRest<{ userName: string }[]>(origin, `GET /${ana.userId}/following`, {
      token: ana.token,
    });
    expect(following.map(({ userName }) => userName).sort()).toEqual([ben.userName, eve.userName].sort());
    await page.getByRole('button', { name: /Open post: Written in a tunnel/ }).waitFor();
    await page.getByText('You are offline.').waitFor({ state: 'detached' });

    // The log-out deletes what was stored for the member.
    expect(await cacheNames(page)).toContain(`kith-member-${ana.userId}`);
    const idle = waitForIdle(page);
    await page.goto('/account?popup=settings');
    // A call in flight at the log-out would be refused.
    await page.getByRole('button', { name: 'Log Out' }).waitFor();
    await idle();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login\b/);
    await expect.poll(async () => (await cacheNames(page)).filter((name) => name.includes('member'))).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  },
);

journey('offline writes of two tabs are each sent once', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const postId = await post(origin, ben, 'Two windows');
  const first = await visit('/home', { as: ana, ...withWorker });
  await expect.poll(() => cachedFeed(first)).toBe(true);
  const second = await first.context().newPage();
  await second.goto(`${origin}/home`);
  const cardOf = (page: Page) => page.getByRole('article').filter({ hasText: 'Two windows' });
  await cardOf(second).waitFor();
  await first.context().setOffline(true);
  for (const [page, words] of [
    [first, 'from the first'],
    [second, 'from the second'],
  ] as const) {
    await page.getByText('You are offline.').waitFor();
    await cardOf(page).getByLabel('Write a comment…').fill(words);
    await cardOf(page).getByLabel('Write a comment…').press('Enter');
  }
  await first.reload();
  await cardOf(first).getByRole('button', { name: '2 comments' }).waitFor();
  await first.context().setOffline(false);
  const comments = async () => (await stored(origin, ana, postId)).comments;
  await expect.poll(comments).toEqual(['from the second', 'from the first']);
  await second.close();
});

journey(
  'a post discarded while it is being sent is not published, a refused comment is not lost',
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    await follow(origin, ana, ben);
    const page = await visit('/home?popup=compose', { as: ana, allow: /ERR_INTERNET_DISCONNECTED|404/ });
    await page.getByLabel("What's on your mind?").fill('On second thoughts');
    await page.context().setOffline(true);
    await page.getByRole('dialog').getByText('You are offline. Your post goes out when you are back.').waitFor();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    const discard = page.getByRole('button', { name: 'Discard' });
    // A discarded post can be taken back, also into the composer.
    await discard.click();
    await page.getByText('The post is discarded.').waitFor();
    expect(await page.getByText('On second thoughts').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = page.getByLabel("What's on your mind?");
    expect(await text.inputValue()).toBe('On second thoughts');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await discard.waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/posts\.create/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const sending = page.waitForRequest(/posts\.create/);
    await page.context().setOffline(false);
    await sending;
    await discard.click();
    const deleted = page.waitForResponse(/posts\.delete/);
    held.resolve();
    expect((await deleted).status()).toBe(200);
    expect(await storedPosts(origin, ana)).toEqual([]);

    // A comment on a post that was deleted meanwhile returns its text to the field.
    const postId = await post(origin, ben, 'Soon gone');
    await page.goto('/home');
    const field = page.getByRole('article').filter({ hasText: 'Soon gone' }).getByLabel('Write a comment…');
    await field.waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await field.fill('Too late');
    await field.press('Enter');
    await callRest(origin, `DELETE /posts/${postId}`, { token: ben.token });
    await page.context().setOffline(false);
    await page.getByText('Your comment was not sent.').waitFor();
    const draft = () => page.evaluate((id) => localStorage.getItem(id), `kith.${ana.userId}.draft.comment.${postId}`);
    expect(await draft()).toBe('"Too late"');
  },
);

journey('a stalled upload waits like an offline one', async ({ visit }) => {
  const origin = inject('origin');
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/account', { as: ana, allow: /ERR_|Failed to fetch|NetworkError|status of 429/ });
  await page.clock.install();
  await page.route(/\/posts\/\d+\/images$/, () => undefined);
  const sending = page.waitForRequest(/\/posts\/\d+\/images$/);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel("What's on your mind?").fill('Through a tunnel');
  const picture = { name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await testPhoto() };
  await sheet.locator('input[type=file]').setInputFiles(picture);
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await sending;
  await page.unroute(/\/posts\/\d+\/images$/);
  await page.clock.runFor(121_000);
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => storedPosts(origin, ana)).toEqual([['Through a tunnel', true]]);
});

journey('without https, screens open when the connection is lost, and load when it is back', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  await follow(origin, ana, eve);
  await post(origin, eve, 'Back in a minute');
  const page = await visit('about:blank', { as: ana, allow: /ERR_|Failed to fetch|NetworkError|TRPCClientError/ });
  await page.addInitScript('delete Navigator.prototype.serviceWorker');
  // Visits a profile first, so that the script of the profile screen is loaded before the server becomes unreachable.
  await page.goto(`/user/${ben.userName}`);
  const fetched = page.waitForResponse(/\/assets\/explore-/);
  await page.goto('/home');
  await fetched;
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await page.getByRole('heading', { name: 'Popular Posts' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const name = page.getByRole('article').getByRole('link', { name: eve.userName }).last();
  await name.waitFor();
  // Makes the server unreachable while the browser stays online.
  const calls = /healthz|\/trpc\//;
  await page.route(calls, (route) => route.abort());
  await name.click();
  await page.getByText('The server cannot be reached. Check your connection.').waitFor();
  expect(await page.getByText('It is us, not you').count()).toBe(0);
  await page.unroute(calls);
  await page.getByRole('heading', { name: eve.userName }).waitFor();
  await page.getByRole('button', { name: /Back in a minute/ }).waitFor();
});

journey(
  'the banner of a lost connection stays visible, and disappears soon after the server is back',
  async ({ visit }) => {
    const origin = inject('origin');
    const [ana] = await createMembers(origin, 'ana');
    for (let each = 0; each < 12; each += 1) await post(origin, ana, `Words ${each}`);
    const page = await visit('/account', { as: ana, allow: /ERR_|Failed to fetch|NetworkError|status of 429/ });
    await page.getByRole('button', { name: /Words 0/ }).waitFor({ state: 'attached' });
    await page.clock.install();
    let requests = 0;
    await page.route(/healthz|\/trpc\//, (route) => {
      if (route.request().url().includes('healthz')) requests += 1;
      return route.abort();
    });
    await page.context().setOffline(true);
    const banner = page.getByRole('main').getByRole('status').first().locator('p');
    await banner.waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect.poll(async () => (await banner.boundingBox())?.y).toBe(0);

    // The browser is online again, but the server is not reachable, so the app polls the server at growing intervals.
    await page.context().setOffline(false);
    for (let tries = 1; tries < 7; tries += 1) {
      await expect.poll(() => requests).toBeGreaterThanOrEqual(tries);
      await page.clock.runFor(40_000);
    }
    expect(await banner.isVisible()).toBe(true);
    await page.unroute(/healthz|\/trpc\//);
    const back = requests;
    await page.clock.runFor(10_500);
    await banner.waitFor({ state: 'detached' });
    expect(requests).toBe(back);
  },
);
