import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failImage, finishImage, pictureHandlers, readLinkPreview, removeExpired } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { createOutboundClient } from '@kith/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';
import { made } from '../testing/uploads.ts';

const { server, sql, alice, bob } = await castForFile({ PUBLIC_PAGES: 'on' });
const ctx = server.deps.domain;

/** The answers of a site on this machine, by path, and the paths that were asked for. */
let pages: Record<string, (response: ServerResponse) => unknown>;
let asked: string[];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  const page = pages[request.url ?? ''];
  if (page) page(response);
  else response.writeHead(404).end();
});
const host = () => `127.0.0.1:${(site.address() as AddressInfo).port}`;
const at = (path: string) => `http://${host()}${path}`;

// Only the site counts as public; every other address is guarded as on a real server.
const outbound = createOutboundClient({ allowPrivate: ({ host: asking }) => asking === host(), timeoutMs: 1_500 });

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const add = ctx.queue.add.bind(ctx.queue);
  // Runs the jobs at once, as a worker would.
  ctx.queue.add = async (jobs) => {
    for (const job of jobs) {
      if (job.name === 'linkPreviews.read') void readLinkPreview(ctx, outbound, job.payload);
      if (job.name !== 'images.process') continue;
      const { imageId } = job.payload;
      void (asked.includes('/broken.png')
        ? failImage(ctx, pictureHandlers, imageId, 'of the test')
        : finishImage(ctx, pictureHandlers, imageId, made));
    }
    return add(jobs);
  };
});
afterAll(() => {
  outbound.close();
  site.closeAllConnections();
  site.close();
});
beforeEach(async () => {
  pages = {};
  asked = [];
  await sql('delete from link_previews');
});

const html =
  (body: string | Buffer, type = 'text/html; charset=utf-8') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(body);
const redirect = (to: string) => (response: ServerResponse) => response.writeHead(302, { location: to }).end();
const png = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(craftPng(60, 40));
const titled = (title: string) => html(`<title>${title}</title>`);

const preview = async (url: string, who = alice) => {
  const { status, body } = await who.post('/links/preview', { url });
  expect(status).toBe(200);
  return body.data;
};
const post = async (caption: string, more: object = {}, who = alice) =>
  (await who.post('/posts', { userId: who.userId, caption, ...more })).body.data;
const linksOf = async (postId: number, who: Person = alice) => (await who.get(`/posts/${postId}`)).body.data.links;
const titlesOf = async (postId: number, who?: Person) =>
  (await linksOf(postId, who)).map(({ title }: { title: string }) => title);

const article = `<html><head><title>Plain</title><meta property="og:title" content="The lake &amp; the heron">
  <meta property="og:description" content="A  walk&#10;at dawn"><meta property="og:site_name" content="Lake News">
  <meta property="og:image" content="../heron.png"></head><body>text</body></html>`;

describe('the preview of a link', () => {
  it('is shown to who types the link, and then with the post, comment and message, from one visit of the page', async () => {
    pages['/news/1'] = html(article);
    pages['/heron.png'] = png;
    const url = at('/news/1');
    const shown = await preview(url);
    expect(shown).toEqual({
      url,
      title: 'The lake & the heron',
      description: 'A walk at dawn',
      siteName: 'Lake News',
      imageUrl: expect.stringMatching(/^\/media\/[A-Za-z0-9]{24}\/640\.webp\?s=/),
    });
    const created = await post(`Look: ${url} and ${at('/other')}`);
    expect(created.links).toEqual([shown]);
    const comment = (await bob.post('/comments', { userId: bob.userId, postId: created.postId, content: 'x' })).body;
    expect(comment.data.links).toEqual([]);
    const own = { userId: alice.userId, postId: created.postId, content: `again ${url}` };
    expect((await alice.post('/comments', own)).body.data.links).toEqual([shown]);
    const message = { senderId: alice.userId, receiverId: bob.userId, content: url };
    expect((await alice.post('/messages', message)).body.data.links).toEqual([shown]);
    expect(asked).toEqual(['/news/1', '/heron.png']);
    const [listed] = (await bob.get(`/comments/post/${created.postId}`)).body.data;
    expect(listed.links).toEqual([shown]);
    for (const list of ['/posts', `/users/${alice.userId}/posts`]) {
      const { data } = (await bob.get(list)).body;
      expect(data.find((each: { postId: number }) => each.postId === created.postId).links).toEqual([shown]);
    }
    const [received] = (await bob.get(`/messages/with/${alice.userId}`)).body.data;
    expect(received.links).toEqual([shown]);
    expect(asked).toHaveLength(2);
    const page = await server.app.inject({ url: `/post/${created.postId}`, headers: { accept: 'text/html' } });
    expect(page.body).toContain(`<a class="card" href="${url}" rel="nofollow ugc noopener noreferrer"`);
    expect(page.body).toContain('<strong>The lake &amp; the heron</strong><span>A walk at dawn</span>');
  });

  it('arrives later if nobody has typed the link before, and readers are told', async () => {
    const { promise: written, resolve } = Promise.withResolvers<void>();
    pages['/late'] = (response) => void written.then(() => titled('Late')(response));
    const changed: number[] = [];
    const stop = ctx.live.subscribe(({ name, payload }) => {
      if (name === 'post.changed') changed.push(payload.postId);
    });
    const { postId, links } = await post(at('/late'));
    expect(links).toEqual([]);
    resolve();
    await expect.poll(() => titlesOf(postId, bob)).toEqual(['Late']);
    await expect.poll(() => changed).toContain(postId);
    stop();
    expect(asked).toEqual(['/late']);
  });

  it('is no more if its author takes it away, and follows the link when the text is edited', async () => {
    pages['/a'] = titled('A');
    pages['/b'] = titled('B');
    await preview(at('/a'));
    await preview(at('/b'));
    const { postId, links } = await post(at('/a'), { preview: false });
    expect(links).toEqual([]);
    const edit = async (caption: string) => (await alice.patch(`/posts/${postId}`, { caption })).body.data.links;
    expect(await edit(`Edited ${at('/a')}`)).toEqual([]);
    expect(await edit(at('/b'))).toMatchObject([{ title: 'B' }]);
    expect(await edit(`${at('/b')} again`)).toMatchObject([{ title: 'B' }]);
    expect(await edit('no link')).toEqual([]);
    const message = { senderId: alice.userId, receiverId: bob.userId, content: at('/a') };
    const sent = (await alice.post('/messages', message)).body.data;
    const edited = await alice.patch(`/messages/${sent.messageId}`, { content: at('/b') });
    expect([sent.links[0].title, edited.body.data.links[0].title]).toEqual(['A', 'B']);
    expect((await alice.post('/messages', { ...message, preview: false })).body.data.links).toEqual([]);
    const given = (await alice.post('/comments', { userId: alice.userId, postId, content: at('/a') })).body.data;
    const changed = await alice.patch(`/comments/${given.commentId}`, { content: at('/b') });
    expect([given.links[0].title, changed.body.data.links[0].title]).toEqual(['A', 'B']);
    expect((await alice.post('/posts', { userId: alice.userId, caption: 'x', preview: 'no' })).status).toBe(400);
  });

  it.each([
    ['a redirect inside', (paths: typeof pages) => (paths['/x'] = redirect('http://127.0.0.1:1/'))],
    ['a redirect to the metadata of a cloud', (paths) => (paths['/x'] = redirect('http://169.254.169.254/latest'))],
    ['a redirect to a file', (paths) => (paths['/x'] = redirect('file:///etc/passwd'))],
    ['no HTML', (paths) => (paths['/x'] = html('<title>Text</title>', 'text/plain'))],
    ['no title', (paths) => (paths['/x'] = html('<p>nothing'))],
    ['an invisible title', (paths) => (paths['/x'] = titled('&#8203; &#x202e;'))],
    ['an error', (paths) => (paths['/x'] = (response) => response.writeHead(500).end('<title>No</title>'))],
    ['silence', (paths) => (paths['/x'] = () => undefined)],
  ] as [string, (paths: typeof pages) => unknown][])('is null for %s', async (_, prepare) => {
    prepare(pages);
    expect(await preview(at('/x'))).toBeNull();
    expect(asked).toEqual(['/x']);
  });

  it.each(['http://localhost/', 'http://[::1]/', 'http://10.0.0.1/', 'http://0x7f.1/', 'https://kith.test:8443/'])(
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

  it('follows three redirects and no fourth', async () => {
    for (const step of [1, 2, 3, 4]) pages[`/${step}`] = redirect(`/${step - 1}`);
    pages['/0'] = titled('Arrived');
    expect(await preview(at('/3'))).toMatchObject({ url: at('/3'), title: 'Arrived' });
    expect(await preview(at('/4'))).toBeNull();
  });

  it('takes the head of an endless page, and closes the connection', async () => {
    let closed = false;
    pages['/endless'] = (response) => {
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
    pages['/x'] = html(page);
    expect(await preview(at('/x'))).toMatchObject({ title, siteName: null, imageUrl: null });
  });

  it.each([
    ['the header', 'text/html; charset=windows-1250', '<title>', 'Łąka'],
    ['the page', 'text/html', '<meta charset="windows-1250"><title>', 'Łąka'],
    ['nobody', 'text/html', '<title>', '��ka'],
    ['an unknown name', 'text/html; charset=lake', '<title>', '��ka'],
  ])('is decoded as %s says', async (_, type, head, title) => {
    const word = Buffer.from([0xa3, 0xb9, 0x6b, 0x61]);
    pages['/x'] = html(Buffer.concat([Buffer.from(head), word, Buffer.from('</title>')]), type);
    expect(await preview(at('/x'))).toMatchObject({ title });
  });

  it.each([
    ['is no picture', html('<svg onload="alert(1)">', 'image/svg+xml')],
    ['is missing', (response: ServerResponse) => response.writeHead(404).end()],
    ['is inside', redirect('http://127.0.0.1:1/a.png')],
    ['is too large', html(Buffer.alloc(6 * 2 ** 20), 'image/png')],
    ['cannot be processed', png],
  ])('has no picture if that %s', async (_, answer) => {
    pages['/x'] = html('<title>Page</title><meta property="og:image" content="/broken.png">');
    pages['/broken.png'] = answer;
    expect(await preview(at('/x'))).toMatchObject({ title: 'Page', imageUrl: null });
    expect(await sql(`select from images where kind = 'link' and created_at > now() - interval '1 second'`)).toEqual(
      [],
    );
  });

  it('is made once, however often a call or a job is repeated', async () => {
    pages['/x'] = titled('Once');
    const [first, second] = await Promise.all([preview(at('/x')), preview(at('/x'))]);
    expect(first).toEqual(second);
    const clientId = randomUUID();
    const created = [await post(at('/x'), { clientId }), await post(at('/x'), { clientId })];
    expect(created[1]).toEqual(created[0]);
    const [{ id }] = await sql('select id from link_previews');
    await readLinkPreview(ctx, outbound, { previewId: id, userId: alice.userId });
    expect(asked.length).toBeLessThanOrEqual(2);
    const before = asked.length;
    await sql(`update link_previews set read_at = now() - interval '8 days'`);
    pages['/x'] = titled('Renewed');
    expect(await preview(at('/x'))).toMatchObject({ title: 'Renewed' });
    expect(asked).toHaveLength(before + 1);
    expect(await linksOf(created[0].postId)).toMatchObject([{ title: 'Renewed' }]);
  });

  it('tells nothing of what others wrote, and is read by nobody who may not read the text', async () => {
    pages['/secret'] = html(article);
    pages['/heron.png'] = png;
    const { postId } = await post(at('/secret'), { audience: 'private' });
    await expect.poll(() => linksOf(postId)).toMatchObject([{ imageUrl: expect.any(String) }]);
    expect((await bob.get(`/posts/${postId}`)).status).toBe(404);
    // Whether a page was read for Alice shows neither in the time nor in the answer of Bob's call: it is read for him too.
    await preview(at('/secret'), bob);
    expect(asked.filter((path) => path === '/secret')).toHaveLength(2);
    const [{ imageUrl }] = await linksOf(postId);
    const [path] = imageUrl.split('?');
    await ctx.storage.put(path.slice(1), Buffer.from('webp'), 'image/webp');
    expect([(await bob.get(path)).status, (await alice.get(imageUrl)).status]).toEqual([404, 200]);
  });

  it('goes with the message, the comment and the post that are deleted', async () => {
    pages['/x'] = titled('Gone');
    await preview(at('/x'));
    const { postId } = await post(at('/x'));
    const content = at('/x');
    const sent = (await alice.post('/messages', { senderId: alice.userId, receiverId: bob.userId, content })).body.data;
    await alice.delete(`/messages/${sent.messageId}`);
    const [left] = (await bob.get(`/messages/with/${alice.userId}`)).body.data;
    expect([left.content, left.links]).toEqual(['', []]);
    const comment = (await alice.post('/comments', { userId: alice.userId, postId, content })).body.data;
    const reply = { userId: bob.userId, postId, content: 'yes', parentId: comment.commentId };
    await bob.post('/comments', reply);
    await alice.delete(`/comments/${comment.commentId}`);
    const [tombstone] = (await bob.get(`/comments/post/${postId}`)).body.data;
    expect([tombstone.content, tombstone.links]).toEqual(['', []]);
    await sql(`update link_previews set check_at = now() - interval '1 hour'`);
    await removeExpired(ctx);
    expect(await sql('select from link_previews')).toHaveLength(1);
    await alice.delete(`/posts/${postId}`);
    await sql(`update link_previews set check_at = now() - interval '1 hour'`);
    await removeExpired(ctx);
    expect(await sql('select from link_previews')).toEqual([]);
  });

  it('is made for nobody once hosts switch previews off', async () => {
    pages['/x'] = titled('Off');
    expect((await alice.patch('/host/server', { linkPreviews: false })).body.data.linkPreviews).toBe(false);
    expect(await preview(at('/x'))).toBeNull();
    expect((await post(at('/x'))).links).toEqual([]);
    expect([asked, await sql('select from link_previews')]).toEqual([[], []]);
    await alice.patch('/host/server', { linkPreviews: true });
    expect(await preview(at('/x'))).toMatchObject({ title: 'Off' });
  });
});
