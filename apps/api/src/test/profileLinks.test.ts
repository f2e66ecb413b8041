import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkOldProfileLinks, checkProfileLinks, type OutboundClient, type OutboundRequest } from '@kith/domain';
import { createOutboundClient } from '@kith/platform';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob } = await castForFile({ PUBLIC_PAGES: 'on', PUBLIC_URL: 'https://kith.test' });
/** The responses of a site on this machine, by path. */
let pages: Record<string, (response: ServerResponse) => unknown>;
let asked: string[];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  const page = pages[request.url ?? ''];
  if (page) page(response);
  else response.writeHead(404).end();
});

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  // The queue refuses every job, so that jobs stay pending until a test runs them with `check`.
  server.deps.domain.queue.add = () => Promise.reject(new Error('no queue'));
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(async () => {
  pages = {};
  asked = [];
  await sql('delete from profile_links');
  await sql('delete from pending_jobs');
});

const ctx = () => server.deps.domain;
const clientForPrivateAddresses = createOutboundClient({ allowPrivate: true, timeoutMs: 1_000 });
/** Sends requests to names under site.test to the site on this machine, and all others to their real destination. */
const toSite: OutboundClient = {
  ...clientForPrivateAddresses,
  request: (request: OutboundRequest) => {
    const { port } = site.address() as AddressInfo;
    return clientForPrivateAddresses.request({
      ...request,
      url: request.url.replace('https://site.test', `http://127.0.0.1:${port}`),
    });
  },
};

const save = (who: Person, links: unknown) => who.patch(`/users/${who.userId}`, { links });
const linksOf = async (who: Person, of = who) => (await who.get(`/users/${of.userId}`)).body.data.links;
const answers = (html: string) => (response: ServerResponse) => response.writeHead(200).end(html);
const linkTo = (name: string) => `<a rel="me" href="https://kith.test/user/${name}">Kith</a>`;

/** Runs the recorded verifications, as a worker would. */
async function check(by: OutboundClient = toSite): Promise<number> {
  const jobs = await sql(`delete from pending_jobs where name = 'profileLinks.check' returning payload`);
  for (const { payload } of jobs) await checkProfileLinks(ctx(), by, payload);
  return jobs.length;
}

it('profile links keep their order, are visible with the profile, and are verified when the page links back', async () => {
  pages['/about'] = answers(linkTo('alice'));
  pages['/blog'] = answers(linkTo('bob'));
  const urls = ['https://site.test/about', 'https://site.test/blog', 'https://site.test/gone'];
  const { status, body } = await save(alice, [...urls, urls[0]]);
  expect([status, body.data.links]).toEqual([200, urls.map((url) => ({ url, verified: false }))]);
  expect(await check()).toBe(1);
  const shown = urls.map((url, index) => ({ url, verified: index === 0 }));
  expect([await linksOf(alice), await linksOf(bob, alice)]).toEqual([shown, shown]);
  const page = await server.app.inject({ url: '/user/alice', headers: { accept: 'text/html' } });
  expect(page.body).toContain(
    '<a href="https://site.test/about" rel="me nofollow noopener">site.test/about</a> <span role="img"',
  );
  expect(page.body.match(/role="img"/g)).toHaveLength(1);
  await save(alice, ['https://site.test/blog', 'https://site.test/about']);
  expect((await linksOf(alice)).map((each: { verified: boolean }) => each.verified)).toEqual([false, true]);
  await alice.post('/blocks', { userId: bob.userId });
  expect((await bob.get(`/users/${alice.userId}`)).status).toBe(404);
  await alice.delete('/blocks', { userId: bob.userId });
});

it.each([
  ['five', ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.test/`)],
  ['http', ['http://site.test/']],
  ['a long one', [`https://site.test/${'x'.repeat(200)}`]],
  ['a line break', ['https://site.test/\nx']],
  ['a text', 'https://site.test/'],
  ['an object', [{ url: 'https://site.test/', verified: true }]],
])('profile links are refused: %s', async (_, links) => {
  await save(alice, ['https://site.test/first']);
  expect((await save(alice, links)).status).toBe(400);
  expect(await linksOf(alice)).toEqual([{ url: 'https://site.test/first', verified: false }]);
});

it('profile links are at most four, also under concurrency', async () => {
  const saved = await Promise.all(
    ['a', 'b', 'c', 'd'].map((place) =>
      save(
        alice,
        [1, 2, 3, 4].map((n) => `https://${place}${n}.site.test/`),
      ),
    ),
  );
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set((await linksOf(alice)).map(({ url }: { url: string }) => url.slice(8, 9))).size).toBe(1);
  expect(await linksOf(alice)).toHaveLength(4);
});

it('a verification follows up to three redirects, but none to a private network and no loop', async () => {
  const redirect = (to: string) => (response: ServerResponse) => response.writeHead(302, { location: to }).end();
  Object.assign(pages, {
    '/old': redirect('/new'),
    '/new': answers(linkTo('ALICE')),
    '/circle': redirect('/circle'),
    '/inside': redirect('https://169.254.169.254/latest'),
    '/odd': redirect('https://['),
  });
  await save(
    alice,
    ['old', 'circle', 'inside', 'odd'].map((path) => `https://site.test/${path}`),
  );
  const guarded = createOutboundClient({ timeoutMs: 1_000 });
  await check({
    ...guarded,
    request: (request) => (request.url.startsWith('https://site.test') ? toSite : guarded).request(request),
  });
  expect((await linksOf(alice)).map((each: { verified: boolean }) => each.verified)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(asked.filter((path) => path === '/circle')).toHaveLength(4);
  await save(alice, ['https://site.test/inside']);
  await check(guarded);
  expect(await linksOf(alice)).toEqual([{ url: 'https://site.test/inside', verified: false }]);
  guarded.close();
});

it('a verification reads at most the first half megabyte of a page, in bounded time', async () => {
  const filler = 'x'.repeat(1024);
  let closed = false;
  pages['/late'] = answers(filler.repeat(600) + linkTo('alice'));
  pages['/early'] = answers(linkTo('alice') + filler.repeat(600));
  pages['/silent'] = () => {};
  pages['/endless'] = (response) => {
    response.on('close', () => (closed = true));
    const more = () => !closed && response.write(filler.repeat(64), () => setImmediate(more));
    more();
  };
  await save(
    alice,
    ['late', 'early', 'silent', 'endless'].map((path) => `https://site.test/${path}`),
  );
  await check();
  expect((await linksOf(alice)).map((each: { verified: boolean }) => each.verified)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  await expect.poll(() => closed).toBe(true);
});

it('a verification is lost when the page drops the link, the user name changes, or a month after the page disappeared', async () => {
  const url = 'https://site.test/about';
  const verified = async () => (await linksOf(alice))[0].verified;
  const again = async () => {
    await sql(`update profile_links set check_at = now() - interval '1 hour'`);
    await checkOldProfileLinks(ctx());
    expect(await check()).toBe(1);
  };
  pages['/about'] = answers(linkTo('alice'));
  await save(alice, [url]);
  await check();
  expect(await verified()).toBe(true);
  expect(await sql(`select from profile_links where check_at > now() + interval '6 days 23 hours'`)).toHaveLength(1);
  await checkOldProfileLinks(ctx());
  expect(await check()).toBe(0);
  pages['/about'] = (response) => response.writeHead(503).end();
  await again();
  expect(await verified()).toBe(true);
  await sql(`update profile_links set verified_at = now() - interval '31 days'`);
  await again();
  expect(await verified()).toBe(false);
  pages['/about'] = answers(linkTo('alice'));
  await again();
  expect(await verified()).toBe(true);
  await alice.patch(`/users/${alice.userId}`, { userName: 'alice', bio: 'new' });
  expect(await verified()).toBe(true);
  await alice.patch(`/users/${alice.userId}`, { userName: 'alice.too' });
  expect(await verified()).toBe(false);
  await check();
  expect(await verified()).toBe(false);
  await alice.patch(`/users/${alice.userId}`, { userName: 'alice' });
  await check();
  expect(await verified()).toBe(true);
  pages['/about'] = answers('nothing');
  await again();
  expect(await verified()).toBe(false);
});

it('profile links are part of a report of the profile', async () => {
  await save(alice, ['https://site.test/spam']);
  await alice.patch(`/users/${alice.userId}`, { bio: 'Cheap watches' });
  await bob.post('/reports', { kind: 'user', id: alice.userId, reason: 'spam' });
  const [{ snapshot }] = await sql('select snapshot from cases where subject_id = $1', [alice.userId]);
  expect(snapshot.text).toBe('Cheap watches\nhttps://site.test/spam');
});

it('profile links are deleted with the account', async () => {
  const gina = await signUpAndIn(server.app, 'gina');
  await save(gina, ['https://site.test/gina']);
  await gina.delete(`/users/${gina.userId}`);
  expect(await sql('select from profile_links')).toEqual([]);
  expect(await check()).toBe(1);
  expect(asked).toEqual([]);
});
