import { afterAll, describe, expect, it, vi } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';

const origin = 'https://kith.test';
const html = { headers: { accept: 'text/html' } };
const { alice, bob, stranger } = await castForFile({ PUBLIC_PAGES: 'on', PUBLIC_URL: origin });

afterAll(() => void vi.restoreAllMocks());

const open = (path: string, headers: Record<string, string> = {}) =>
  stranger.call('GET', path, undefined, { headers: { ...html.headers, ...headers } });

let later = 0;

/** Advances the clock beyond the time for which this process caches pages. */
const minuteLater = () => {
  later += 60_000;
  vi.restoreAllMocks();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
};

describe('public pages', () => {
  it('show a public post and its author without log-in, with link previews, and without script or cookie', async () => {
    const id = await publish(alice, 'Tea <b>at</b> "four", example.org/tea with @bob & all');
    const { status, headers, body } = await open(`/post/${id}`);
    expect([status, headers['content-type'], headers['set-cookie']]).toEqual([
      200,
      'text/html; charset=utf-8',
      undefined,
    ]);
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+$/);
    expect(body).toContain('Tea &lt;b&gt;at&lt;/b&gt; &quot;four&quot;');
    expect(body).toContain('<a href="https://example.org/tea" rel="nofollow ugc noopener">example.org/tea</a>');
    expect(body).toContain(`<meta property="og:title" content="${alice.userName} on Kith: Tea`);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toMatch(/<script|<b>/);
    const asked = await stranger.call('HEAD', `/post/${id}`, undefined, { headers: { accept: '*/*' } });
    expect([asked.status, asked.headers.etag]).toEqual([200, headers.etag]);
    expect((await open(`/post/${id}`, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect((await open(`/post/${id}`, { 'accept-language': 'pl-PL,en;q=0.5' })).body).toContain('Zaloguj się');

    const embed = /href="([^"]*oembed[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&').slice(origin.length);
    expect((await stranger.get(embed ?? '')).body).toMatchObject({ type: 'link', author_name: alice.userName });
    expect(body).toContain(`<a href="/signup?next=%2Fpost%2F${id}" class="join">Join</a>`);
    const profile = await open(`/user/${alice.userName.toUpperCase()}`);
    const [square] = /<a class="tint-\d" href="\/post\/.*?<\/a>/s.exec(profile.body) ?? [];
    expect([profile.status, square?.includes('Tea &lt;b&gt;at'), square?.includes(`/post/${id}"`)]).toEqual([
      ...[200, true, true],
    ]);
    const feed = await stranger.get(`/user/${alice.userName}/feed.xml`);
    expect([feed.status, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(feed.body).toContain(`<id>${origin}/post/${id}</id>`);
    expect(feed.body).not.toContain('<b>at</b>');
    await publish(alice, 'A bell \u0007 and a page \u000c');
    minuteLater();
    expect((await stranger.get(`/user/${alice.userName}/feed.xml`)).body).toMatch(/A bell {2}and a page/);
  });

  it('say when and where an event takes place, by the clock of its own zone, and whether it is called off', async () => {
    const event = { startsAt: '2027-03-28T18:30:00Z', timeZone: 'Europe/Warsaw', place: '<The> pier' };
    const id = await publish(alice, 'At the lake', { event });
    const { body } = await open(`/post/${id}`);
    expect(body).toContain('Sunday, March 28, 2027 at 8:30');
    expect(body).toContain('(Europe/Warsaw)<br><span dir="auto">&lt;The&gt; pier</span>');
    const days = { startsAt: '2027-03-27T23:00:00Z', endsAt: '2027-03-29T22:00:00Z', timeZone: 'Europe/Warsaw' };
    await alice.patch(`/posts/${id}`, { caption: 'At the lake', event: { ...days, cancelled: true } });
    minuteLater();
    const changed = (await open(`/post/${id}`, { 'accept-language': 'pl' })).body;
    expect(changed).toMatch(
      /<p class="event"><strong>Odwołane: <time[^>]*>[^<]*28[^<]*29 marca 2027<\/time><\/strong><\/p>/,
    );
  });

  it('show the display name, escaped, with the user name beside it', async () => {
    const id = await publish(bob, 'Named');
    await bob.patch(`/users/${bob.userId}`, { displayName: 'Bożek <b>&' });
    minuteLater();
    const { body } = await open(`/user/${bob.userName}`);
    expect(body).toContain(`Bożek &lt;b&gt;&amp;</h1><p class="user-name">@${bob.userName}</p>`);
    expect(body).toContain('<title>Bożek &lt;b&gt;&amp; on Kith</title>');
    expect((await open(`/post/${id}`)).body).toContain(
      `<bdi><a href="/user/${bob.userName}">Bożek &lt;b&gt;&amp;</a></bdi> <span class="user-name">@${bob.userName}</span>`,
    );
    const feed = await stranger.get(`/user/${bob.userName}/feed.xml`);
    expect(feed.body).toContain('<title>Bożek &lt;b&gt;&amp; on Kith</title>');
    await bob.patch(`/users/${bob.userId}`, { displayName: null });
  });

  it('do not exist for content that is not public, and disappear within a minute when it is narrowed or deleted', async () => {
    const friends = await publish(alice, 'For friends', { audience: 'friends' });
    const narrowed = await publish(alice, 'Soon for me alone');
    const deleted = await publish(alice, 'Soon gone');
    for (const id of [narrowed, deleted]) expect((await open(`/post/${id}`)).status).toBe(200);
    await alice.call('PATCH', `/posts/${narrowed}`, { caption: 'For me alone', audience: 'private' });
    await alice.call('DELETE', `/posts/${deleted}`);
    minuteLater();
    for (const id of [friends, narrowed, deleted, 999_999_999]) {
      expect([id, (await open(`/post/${id}`)).status]).toEqual([id, 404]);
      expect((await stranger.get(`/oembed?url=${origin}/post/${id}`)).status).toBe(404);
    }
    expect((await open(`/user/${alice.userName}`)).body).not.toMatch(/For friends|for me alone|Soon gone/i);
    for (const name of ['%00', '..%2F..%2Fetc', 'x'.repeat(400), '%F0%9F%8E%82', 'nobody_there'])
      expect([name, (await stranger.get(`/user/${name}/feed.xml`)).status]).toEqual([name, 404]);
    for (const url of ['http://elsewhere.test/post/1', `${origin}.evil.test/post/1`, 'x', ''])
      expect((await stranger.get(`/oembed?url=${encodeURIComponent(url)}`)).status).toBe(404);
  });

  it('are not confirmed with 304 by a known ETag once their audience is narrowed', async () => {
    const id = await publish(alice, 'Everybody may read it, for now');
    const paths = [`/post/${id}`, `/oembed?url=${origin}/post/${id}`];
    const tags = await Promise.all(paths.map(async (path) => String((await open(path)).headers.etag)));
    expect(tags).toEqual([expect.stringMatching(/^W\//), expect.stringMatching(/^W\//)]);
    await alice.call('PATCH', `/posts/${id}`, { caption: 'For me alone', audience: 'private' });
    minuteLater();
    const never = await open('/post/999999999', { 'if-none-match': '*' });
    expect([never.status, never.headers.etag]).toEqual([404, undefined]);
    for (const path of paths)
      for (const known of [...tags, '*', `"x", ${tags[0]}`]) {
        const { status, headers } = await open(path, { 'if-none-match': known });
        expect([path, known, status, headers.etag]).toEqual([path, known, 404, undefined]);
        expect(String(headers['cache-control'])).not.toMatch(/public|s-maxage/);
      }
    const { headers } = await open(paths[0] ?? '');
    expect(headers['cache-control']).toBe(never.headers['cache-control']);
  });

  it('are each member’s choice: hidden, shown, or indexed by search engines; private accounts have none', async () => {
    const id = await publish(bob, 'By bob');
    const choose = (changes: object) => bob.call('PATCH', `/users/${bob.userId}`, changes);
    const statuses = async () => {
      minuteLater();
      const paths = [`/post/${id}`, `/user/${bob.userName}`, `/user/${bob.userName}/feed.xml`];
      return Promise.all(paths.map(async (path) => (await open(path)).status));
    };
    expect((await choose({ publicPages: 'listed' })).body.data.publicPages).toBe('listed');
    minuteLater();
    expect((await open(`/post/${id}`)).body).not.toContain('noindex');
    expect((await stranger.get('/sitemap.xml')).body).toContain(`<loc>${origin}/user/${bob.userName}</loc>`);
    await choose({ publicPages: 'off' });
    expect(await statuses()).toEqual([404, 404, 404]);
    await choose({ publicPages: 'shown', visibility: 'private' });
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await choose({ publicPages: 'everywhere' })).status).toBe(400);
  });
});
