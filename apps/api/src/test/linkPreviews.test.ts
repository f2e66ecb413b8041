import { randomUUID } from 'node:crypto';
import { eraseUser, readLinkPreview, removeExpired } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { html, linkedSite, png, titled } from '../testing/linkedSite.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob } = await castForFile({ PUBLIC_PAGES: 'on' });
const ctx = server.deps.domain;
const site = await linkedSite(server);
const { at } = site;

beforeEach(() => sql('delete from link_previews'));

const preview = async (url: string, who = alice) => {
  const { status, body } = await who.post('/links/preview', { url });
  expect(status).toBe(200);
  return body.data;
};
const post = async (caption: string, more: object = {}) =>
  (await alice.post('/posts', { userId: alice.userId, caption, ...more })).body.data;
const linksOf = async (postId: number, who: Person = alice) => (await who.get(`/posts/${postId}`)).body.data.links;
const titlesOf = async (postId: number, who?: Person) =>
  (await linksOf(postId, who)).map(({ title }: { title: string }) => title);

const article = `<html><head><title>Plain</title><meta property="og:title" content="The lake &amp; the heron">
  <meta property="og:description" content="A  walk&#10;at dawn"><meta property="og:site_name" content="Lake News">
  <meta property="og:image" content="../heron.png"></head><body>text</body></html>`;

describe('the preview of a link', () => {
  it('is shown to who types the link, and then with the post, comment and message, from one visit of the page', async () => {
    site.pages['/news/1'] = html(article);
    site.pages['/heron.png'] = png;
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
    expect(site.asked).toEqual(['/news/1', '/heron.png']);
    const [listed] = (await bob.get(`/comments/post/${created.postId}`)).body.data;
    expect(listed.links).toEqual([shown]);
    for (const list of ['/posts', `/users/${alice.userId}/posts`]) {
      const { data } = (await bob.get(list)).body;
      expect(data.find((each: { postId: number }) => each.postId === created.postId).links).toEqual([shown]);
    }
    const [received] = (await bob.get(`/messages/with/${alice.userId}`)).body.data;
    expect(received.links).toEqual([shown]);
    expect(site.asked).toHaveLength(2);
    const page = await server.app.inject({ url: `/post/${created.postId}`, headers: { accept: 'text/html' } });
    expect(page.body).toContain(`<a class="card" href="${url}" rel="nofollow ugc noopener noreferrer"`);
    expect(page.body).toContain('<strong>The lake &amp; the heron</strong><span>A walk at dawn</span>');
  });

  it('arrives later if nobody has typed the link before, and readers are told', async () => {
    const { promise: written, resolve } = Promise.withResolvers<void>();
    site.pages['/late'] = (response) => void written.then(() => titled('Late')(response));
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
    expect(site.asked).toEqual(['/late']);
  });

  it('is no more if its author takes it away, and follows the link when the text is edited', async () => {
    site.pages['/a'] = titled('A');
    site.pages['/b'] = titled('B');
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
    const bare = (await alice.post('/messages', { ...message, preview: false })).body.data;
    const bareEdited = await alice.patch(`/messages/${bare.messageId}`, { content: `Edited ${at('/a')}` });
    expect([bare.links, bareEdited.body.data.links]).toEqual([[], []]);
    const { chatId } = (await alice.post('/chats', { userIds: [bob.userId] })).body.data;
    const inChat = await alice.post(`/chats/${chatId}/messages`, { content: at('/a'), preview: false });
    expect(inChat.body.data.links).toEqual([]);
    const comment = { userId: alice.userId, postId, content: at('/a') };
    const plain = (await alice.post('/comments', { ...comment, preview: false })).body.data;
    const plainEdited = await alice.patch(`/comments/${plain.commentId}`, { content: `Edited ${at('/a')}` });
    expect([plain.links, plainEdited.body.data.links]).toEqual([[], []]);
    const given = (await alice.post('/comments', comment)).body.data;
    const changed = await alice.patch(`/comments/${given.commentId}`, { content: at('/b') });
    expect([given.links[0].title, changed.body.data.links[0].title]).toEqual(['A', 'B']);
    expect((await alice.post('/posts', { userId: alice.userId, caption: 'x', preview: 'no' })).status).toBe(400);
  });

  it('is made once, however often a call or a job is repeated', async () => {
    site.pages['/x'] = titled('Once');
    const [first, second] = await Promise.all([preview(at('/x')), preview(at('/x'))]);
    expect(first).toEqual(second);
    const clientId = randomUUID();
    const created = [await post(at('/x'), { clientId }), await post(at('/x'), { clientId })];
    expect(created[1]).toEqual(created[0]);
    const [{ id }] = await sql('select id from link_previews');
    await readLinkPreview(ctx, site.outbound, { previewId: id, userId: alice.userId });
    await site.settled();
    expect(site.asked.length).toBeLessThanOrEqual(2);
    const before = site.asked.length;
    await sql(`update link_previews set read_at = now() - interval '8 days'`);
    site.pages['/x'] = titled('Renewed');
    expect(await preview(at('/x'))).toMatchObject({ title: 'Renewed' });
    expect(site.asked).toHaveLength(before + 1);
    expect(await linksOf(created[0].postId)).toMatchObject([{ title: 'Renewed' }]);
  });

  it('tells nothing of what others wrote, and is read by nobody who may not read the text', async () => {
    site.pages['/secret'] = html(article);
    site.pages['/heron.png'] = png;
    const { postId } = await post(at('/secret'), { audience: 'private' });
    await expect.poll(() => linksOf(postId)).toMatchObject([{ imageUrl: expect.any(String) }]);
    expect((await bob.get(`/posts/${postId}`)).status).toBe(404);
    // Whether a page was read for Alice shows neither in the time nor in the answer of Bob's call: it is read for him too.
    await preview(at('/secret'), bob);
    expect(site.asked.filter((path) => path === '/secret')).toHaveLength(2);
    const [{ imageUrl }] = await linksOf(postId);
    const [path] = imageUrl.split('?');
    await ctx.storage.put(path.slice(1), Buffer.from('webp'), 'image/webp');
    expect([(await bob.get(path)).status, (await alice.get(imageUrl)).status]).toEqual([404, 200]);
  });

  it('is refused for an address that is too long once it is encoded, which a text may contain', async () => {
    const url = `${at('/')}${'ż'.repeat(400)}`;
    const { status, body } = await alice.post('/links/preview', { url });
    expect([status, body.code]).toEqual([400, 'invalid-input']);
    expect((await post(url)).links).toEqual([]);
    expect(site.asked).toEqual([]);
  });

  it('goes with the message, the comment and the post that are deleted', async () => {
    site.pages['/x'] = titled('Gone');
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
    site.pages['/x'] = titled('Off');
    expect((await alice.patch('/host/server', { linkPreviews: false })).body.data.linkPreviews).toBe(false);
    expect(await preview(at('/x'))).toBeNull();
    expect((await post(at('/x'))).links).toEqual([]);
    expect([site.asked, await sql('select from link_previews')]).toEqual([[], []]);
    await alice.patch('/host/server', { linkPreviews: true });
    expect(await preview(at('/x'))).toMatchObject({ title: 'Off' });
  });
});

it('leaves nothing of a page that is read while the account of its reader is deleted', async () => {
  const leaver = await signUpAndIn(server.app, 'leaver');
  site.pages['/late'] = html('<title>Late</title><meta property="og:image" content="/late.png">');
  site.pages['/late.png'] = async (response) => {
    await leaver.delete(`/users/${leaver.userId}`);
    await eraseUser(ctx, leaver);
    png(response);
  };
  const files = async () => (await Array.fromAsync(ctx.storage.list('originals/'))).length;
  const before = await files();
  await leaver.post('/links/preview', { url: at('/late') });
  await site.settled();
  expect(site.asked).toEqual(['/late', '/late.png']);
  expect([await sql('select from images where owner_id = $1', [leaver.userId]), await files()]).toEqual([[], before]);
});
