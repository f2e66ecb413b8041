import { beforeEach, describe, expect, it } from 'vitest';
import { brokenPicture, html, linkedSite, png, redirect, titled } from '../testing/linkedSite.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { server, sql, alice } = await castForFile({ PUBLIC_URL: 'https://kith.test' });
const site = await linkedSite(server);
const { at } = site;

beforeEach(() => sql('delete from link_previews'));

/** What the card of a link would show. */
const preview = async (url: string) => {
  const { status, body } = await alice.post('/links/preview', { url });
  expect(status).toBe(200);
  return body.data;
};

describe('the page of a link', () => {
  it.each([
    ['a redirect inside', (paths: typeof site.pages) => (paths['/x'] = redirect('http://127.0.0.1:1/'))],
    ['a redirect to the metadata of a cloud', (paths) => (paths['/x'] = redirect('http://169.254.169.254/latest'))],
    ['a redirect to a file', (paths) => (paths['/x'] = redirect('file:///etc/passwd'))],
    ['no HTML', (paths) => (paths['/x'] = html('<title>Text</title>', 'text/plain'))],
    ['no title', (paths) => (paths['/x'] = html('<p>nothing'))],
    ['an invisible title', (paths) => (paths['/x'] = titled('&#8203; &#x202e;'))],
    ['an error', (paths) => (paths['/x'] = (response) => response.writeHead(500).end('<title>No</title>'))],
  ] as [string, (paths: typeof site.pages) => unknown][])('is null for %s', async (_, prepare) => {
    prepare(site.pages);
    expect(await preview(at('/x'))).toBeNull();
    expect(site.asked).toEqual(['/x']);
  });

  it.each(['http://localhost/', 'http://[::1]/', 'http://10.0.0.1/', 'http://0x7f.1/', 'https://page.test:8443/'])(
    'is null for the address %s, to which nothing connects',
    async (url) => {
      expect(await preview(url)).toBeNull();
    },
  );

  it.each(['javascript:alert(1)', 'ftp://kith.test/', 'http://alice:secret@kith.test/', 'lake', '', 7])(
    'is refused for %s',
    async (url) => {
      expect((await alice.post('/links/preview', { url })).status).toBe(400);
    },
  );

  it('is null for silence, after which nothing stays open', async () => {
    let closed = false;
    site.pages['/x'] = (response) => response.on('close', () => (closed = true));
    expect(await preview(at('/x'))).toBeNull();
    await expect.poll(() => closed).toBe(true);
  });

  it('is not made of this server itself', async () => {
    expect(await preview('https://kith.test/post/1')).toBeNull();
    expect(
      (await alice.post('/posts', { userId: alice.userId, caption: 'https://kith.test/post/1' })).body.data.links,
    ).toEqual([]);
    expect(await sql('select from link_previews')).toEqual([]);
  });

  it('follows three redirects and no fourth', async () => {
    for (const step of [1, 2, 3, 4]) site.pages[`/${step}`] = redirect(`/${step - 1}`);
    site.pages['/0'] = titled('Arrived');
    expect(await preview(at('/3'))).toMatchObject({ url: at('/3'), title: 'Arrived' });
    expect(await preview(at('/4'))).toBeNull();
  });

  it('takes the head of an endless page, and closes the connection', async () => {
    let closed = false;
    site.pages['/endless'] = (response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>');
      const more = () => !closed && response.write('x'.repeat(64 * 1024), () => setImmediate(more));
      more();
    };
    expect(await preview(at('/endless'))).toMatchObject({ title: 'Endless' });
    await expect.poll(() => closed).toBe(true);
  });

  it.each([
    ['script', '<title><script>alert(1)</script> &lt;b&gt;</title>', '<script>alert(1)</script> <b>'],
    ['control characters', '<title>a\u0007\u202eb&#8238;c\n\n d</title>', 'a b c d'],
    ['a long title', `<title>${'é'.repeat(900_000)}</title>`, `${'é'.repeat(199)}…`],
    ['deeply nested elements', `<title>Deep</title>${'<b>'.repeat(100_000)}`, 'Deep'],
  ])('shows texts as text: %s', async (_, page, title) => {
    site.pages['/x'] = html(page);
    expect(await preview(at('/x'))).toMatchObject({ title, siteName: null, imageUrl: null });
  });

  it.each([
    ['the header', 'text/html; charset=windows-1250', '<title>', 'Łąka'],
    ['the page', 'text/html', '<meta charset="windows-1250"><title>', 'Łąka'],
    ['nobody', 'text/html', '<title>', '��ka'],
    ['an unknown name', 'text/html; charset=lake', '<title>', '��ka'],
  ])('is decoded as %s says', async (_, type, head, title) => {
    const word = Buffer.from([0xa3, 0xb9, 0x6b, 0x61]);
    site.pages['/x'] = html(Buffer.concat([Buffer.from(head), word, Buffer.from('</title>')]), type);
    expect(await preview(at('/x'))).toMatchObject({ title });
  });

  it.each([
    ['is no picture', html('<svg onload="alert(1)">', 'image/svg+xml')],
    ['is missing', (response) => response.writeHead(404).end()],
    ['is inside', redirect('http://127.0.0.1:1/a.png')],
    ['is too large', html(Buffer.alloc(6 * 2 ** 20), 'image/png')],
    ['cannot be processed', png],
  ])('has no picture if that %s', async (_, answer) => {
    site.pages['/x'] = html(`<title>Page</title><meta property="og:image" content="${brokenPicture}">`);
    site.pages[brokenPicture] = answer;
    expect(await preview(at('/x'))).toMatchObject({ title: 'Page', imageUrl: null });
    expect(await sql(`select from images where kind = 'link' and created_at > now() - interval '1 second'`)).toEqual(
      [],
    );
  });
});
