import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';

journey('an address leads to its screen, to the log-in, or to the page that nothing is there', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  const postId = await post(origin, ana, 'Here it is');
  const allow = /status of 40[14]/;
  const member = await visit('/home', { as: ana, allow });
  for (const [from, to, shows] of [
    [`/user/${ben.userName}`, `/user/${ben.userName}`, 'Following'],
    ['/constructor', '/constructor', '404 - Page Not Found'],
    [`/post/${postId}`, `/post/${postId}`, 'Here it is'],
    ['/post/999999999', '/post/999999999', 'This post is gone.'],
    ['/account?popup=help', '/account', 'Who can help me?'],
  ] as const) {
    await member.goto(from);
    await member.getByText(shows, { exact: false }).filter({ visible: true }).first().waitFor();
    await expect.poll(() => new URL(member.url()).pathname, { message: from }).toBe(to);
  }
  const visitor = await visit('/', { allow });
  for (const [from, to, shows] of [
    ['/', '/', 'Welcome back'],
    ['/confirm', '/confirm', 'Invalid confirmation link'],
  ] as const) {
    await visitor.goto(from);
    await visitor.getByText(shows, { exact: false }).filter({ visible: true }).first().waitFor();
    await expect.poll(() => new URL(visitor.url()).pathname, { message: from }).toBe(to);
  }

  const status = async (path: string, token?: string) => {
    const headers = { accept: 'text/html', ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(`${origin}${path}`, { headers })).status;
  };
  expect(await status(`/user/${ben.userName}`, ana.token)).toBe(200);
  expect(await status('/user/nobody-of-this-name', ana.token)).toBe(404);
  // A visitor does not get 404 for an unknown member, and so cannot find out which members exist.
  expect(await status('/user/nobody-of-this-name')).toBe(200);
  expect(await status('/no/such/page')).toBe(404);
  expect(await status('/post/none')).toBe(404);
});
