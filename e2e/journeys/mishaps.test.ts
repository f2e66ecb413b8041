import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow, post, uniqueName } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');
const allow = /status of (400|401|404|500)|ERR_FAILED|TRPCClientError|dynamically imported module/;

/** Makes every call of this tRPC procedure fail with 500 until the returned function is called. */
async function breakDown(page: Page, procedure: string): Promise<() => Promise<void>> {
  const calls = new RegExp(`/trpc/[^?]*${procedure}\\b`);
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
  return () => page.unroute(calls);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

journey(
  'a post that failed to load is not called deleted; a deleted one is, and a renamed member is gone',
  async ({ visit }) => {
    const [ana, ben] = await createMembers(origin, 'ana', 'ben');
    const postId = await post(origin, ben, 'Here all along');
    const page = await visit('/browser', { as: ana, allow });
    const mend = await breakDown(page, 'posts.byId');
    await page.goto(`/post/${postId}`);
    const popup = page.getByRole('main');
    await popup.getByText('Something went wrong').waitFor();
    await mend();
    await popup.getByRole('button', { name: 'Try again' }).click();
    await popup.getByText('Here all along').waitFor();
    await callRest(origin, `DELETE /posts/${postId}`, { token: ben.token });
    await page.reload();
    await popup.getByText('This post is gone.').waitFor();
    expect(await popup.getByRole('button', { name: 'Try again' }).count()).toBe(0);

    // A member who was renamed meanwhile is not found by the old name.
    await page.goto(`/user/${ben.userName}`);
    await button(page, 'Follow').waitFor();
    const json = { userName: uniqueName('bob'), bio: '' };
    await callRest(origin, `PATCH /users/${ben.userId}`, { token: ben.token, json });
    await button(page, 'Follow').click();
    await page.waitForURL('**/404');
  },
);

journey('new posts wait behind a button, also when fetching them fails', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await post(origin, ben, 'An early one');
  const page = await visit('/home', { as: ana, allow });
  await page.getByText('An early one').waitFor();
  await page.getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('heading', { name: 'BROWSE' }).waitFor();
  const passing = await post(origin, ben, 'Soon taken back');
  await post(origin, ben, 'A late one');
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const pill = button(page, 'New posts');
  await pill.waitFor();
  const mend = await breakDown(page, 'feed.home');
  await pill.click();
  await page.getByText('Home could not be loaded.').waitFor();
  await mend();
  await callRest(origin, `DELETE /posts/${passing}`, { token: ben.token });
  await button(page, 'Try again').click();
  await page.getByText('A late one').waitFor();
  await pill.waitFor({ state: 'detached' });
});

journey('what failed to load can be requested again: a popup, a list of members, the chats', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const page = await visit('/404', { as: ana, allow });
  const mendList = await breakDown(page, 'users.suggested');
  await page.goto('/browser');
  await page.getByText('The list could not be loaded.').waitFor();
  await mendList();
  await button(page, 'Try again').click();
  await page.getByText('Who to follow').waitFor();

  const script = /ComposerDialog/;
  await page.route(script, (route) => route.abort());
  await button(page, 'Add').click();
  await page.getByText('Something went wrong').waitFor();
  await page.unroute(script);
  await button(page, 'Try again').click();
  await page.getByRole('dialog', { name: 'New post' }).waitFor();

  const mendChats = await breakDown(page, 'chats.list');
  await page.goto('/messages');
  const failed = page.getByText('Your chats could not be loaded.');
  await failed.waitFor();
  await mendChats();
  await button(page, 'Try again').click();
  await page.getByRole('link', { name: ben.userName }).waitFor();
});

journey('a list whose next page fails retries once, then offers a button', async ({ visit }) => {
  const [ana, ben, eve] = await createMembers(origin, 'ana', 'ben', 'eve');
  for (const friend of [ben, eve]) await follow(origin, ana, friend);
  const page = await visit('about:blank', { as: ana, allow });
  await page.clock.install();
  await page.goto('/account');
  let requests = 0;
  let broken = true;
  // Limits each page of the list to one row instead of fifty, and makes requests for the second page fail.
  await page.route(/follows\.following/, (route) => {
    const url = route.request().url().replace('%22limit%22%3A50', '%22limit%22%3A1');
    const isNext = url.includes('cursor');
    if (isNext) requests += 1;
    return isNext && broken ? route.fulfill({ status: 500, body: '' }) : route.continue({ url });
  });
  await page.getByRole('button', { name: /following/ }).click();
  const popup = page.getByRole('dialog', { name: 'Following' });
  await button(page, 'Try again').waitFor();
  expect(await popup.getByRole('listitem').count()).toBe(1);
  const before = requests;
  await page.clock.runFor('00:30');
  expect(requests).toBe(before);
  broken = false;
  await button(page, 'Try again').click();
  await expect.poll(() => popup.getByRole('listitem').count()).toBe(2);
});

journey('new posts are no longer announced after their authors are unfollowed', async ({ visit }) => {
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const page = await visit('about:blank', { as: ana, allow });
  // Reads the stream's events through the DevTools protocol, because the page does not show that they have arrived.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const heard = (event: string) =>
    new Promise<void>((resolve) => {
      devTools.on('Network.eventSourceMessageReceived', ({ data }) => data.includes(`"${event}"`) && resolve());
    });
  const [ready, announced] = [heard('ready'), heard('post.created')];
  await page.goto('/browser');
  await ready;
  await post(origin, ben, 'Come and gone');
  await announced;
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByText('Come and gone').waitFor();
  await page.getByRole('article').getByRole('link', { name: ben.userName }).last().click();
  await button(page, 'Unfollow').click();
  await button(page, 'Follow').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByText(`Hello, ${ana.userName}`).waitFor();
  expect(await page.getByText('Come and gone').count()).toBe(0);
  expect(await button(page, 'New posts').count()).toBe(0);
});

journey('when pictures fail, the text is published once, and only what failed is sent again', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/home', { as: ana, allow });
  const uploads = /\/posts\/\d+\/images$/;
  let calls = 0;
  await page.route(uploads, (route) => (++calls === 1 ? route.fulfill({ status: 500, body: '' }) : route.continue()));
  const sheet = page.getByRole('dialog');
  const buffer = await testPhoto();
  const files = ['morning.jpg', 'noon.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
  const publish = async (text: string, count: number) => {
    await button(page, 'Add').click();
    await sheet.getByLabel("What's on your mind?").fill(text);
    await sheet.locator('input[type=file]').setInputFiles(files.slice(0, count));
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
  };
  await publish('Two of the lake', 2);
  const lake = page.getByRole('article').filter({ hasText: 'Two of the lake' });
  await lake.getByText('The text is posted, the picture is not').waitFor();
  await lake.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your post is out.').waitFor();
  expect(calls).toBe(3);

  await page.unroute(uploads);
  await page.route(uploads, (route) => route.fulfill({ status: 500, body: '' }));
  await publish('Said once', 1);
  const said = page.getByRole('article').filter({ hasText: 'Said once' });
  // Until then, Discard would take the words back too.
  await said.getByText('The text is posted, the picture is not').waitFor();
  await said.getByRole('button', { name: 'Discard' }).click();
  await said.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  const images = async () => {
    const posts = await callRest<{ images: unknown[] }[]>(origin, `GET /users/${ana.userId}/posts`, {
      token: ana.token,
    });
    return posts.map((each) => each.images.length);
  };
  await expect.poll(images).toEqual([0, 2]);

  // Deleted on another device while its picture is on the way.
  await page.unroute(uploads);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await held;
    await route.continue();
  });
  const onTheWay = page.waitForRequest(uploads);
  await publish('Gone elsewhere', 1);
  const gone = page.getByRole('article').filter({ hasText: 'Gone elsewhere' });
  await gone.waitFor();
  const postId = Number(/(\d+)\/images$/.exec((await onTheWay).url())?.[1]);
  await callRest(origin, `DELETE /posts/${postId}`, { token: ana.token });
  await gone.waitFor({ state: 'detached' });
  release();
  await page.getByText('The pictures were not added: This is no longer there.').waitFor();
  expect(await page.getByText('The text is posted, the picture is not').count()).toBe(0);
});

journey('a post that the server refuses stays on Home, to be sent again', async ({ visit }) => {
  const [ana] = await createMembers(origin, 'ana');
  const page = await visit('/home?popup=compose', { as: ana, allow });
  // The server gets a post without a text, which it refuses.
  await page.route(/posts\.create/, (route) =>
    route.continue({ postData: route.request().postData()?.replace('Not lost', ' ') }),
  );
  await page.getByLabel("What's on your mind?").fill('Not lost');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: 'Not lost' });
  await card.getByText('Failed to add post:').waitFor();
  await page.reload();
  await card.getByText('Failed to add post:').waitFor();
  await page.unroute(/posts\.create/);
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('button', { name: /^Like/ }).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
});
