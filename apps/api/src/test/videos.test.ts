import { relayPendingJobs, renameImage } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { describe, expect, it } from 'vitest';
import { follow, statusOf } from '../testing/actions.ts';
import { mp4, uploadMedia } from '../testing/media.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';
import { processUploads, upload } from '../testing/uploads.ts';

const { server, sql, alice, bob, carol } = await castForFile({ RATE_LIMIT: 'off' });
const { domain } = server.deps;
const worker = processUploads(server);
await follow(bob, alice);
await follow(alice, bob);

const { finish, add, get } = uploadMedia({ server, sql }, worker);

const publish = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', ...more })).body.data.postId;

describe('a video in a post', () => {
  it('is one of its pictures, whose poster is the picture', async () => {
    const postId = await publish(alice);
    const added = await add(alice, postId, { alt: 'The pond moves' });
    expect(statusOf(added)[0]).toBe(201);
    const [video] = (await bob.get(`/posts/${postId}`)).body.data.images;
    expect(video).toMatchObject({ kind: 'video', alt: 'The pond moves', durationMs: 1_500, width: 640, height: 360 });
    expect(video.imageUrl).toBe(`${video.url}/320.webp`);
    expect(video.videoUrl).toBe(`${video.url}/video.mp4`);
    const picture = await publish(alice);
    worker.does = 'make';
    await upload(alice, `/posts/${picture}/images`);
    const [still] = (await bob.get(`/posts/${picture}`)).body.data.images;
    expect(still).toMatchObject({ kind: 'picture', videoUrl: null, durationMs: null });
  });

  it('is found by the words of its description, and leaves no file behind', async () => {
    const postId = await publish(alice);
    await add(alice, postId, { alt: 'A heron takes off' });
    const found = (await bob.get('/search?kind=posts&query=heron')).body.data;
    expect(found.map((post: { postId: number }) => post.postId)).toEqual([postId]);
    const [{ key }] = await sql('select key from images where post_id = $1', [postId]);
    await alice.call('DELETE', `/posts/${postId}`);
    await relayPendingJobs(domain);
    const removed = () => worker.queued.flatMap((job) => (job.name === 'images.remove' ? job.payload.keys : []));
    await expect.poll(removed).toContain(key);
  });

  it.each<[string, Buffer, string, number, string]>([
    ['of HTML', Buffer.from('<!doctype html><p>no</p>'), 'video/mp4', 415, 'unsupported-video'],
    ['that is a sound', Buffer.from('ID3 and so on, a file of sound'), 'audio/mpeg', 415, 'image-unsupported'],
  ])('is refused for a file %s', async (_what, file, type, status, code) => {
    const postId = await publish(alice);
    const refused = await upload(alice, `/posts/${postId}/images`, { file, type });
    expect(statusOf(refused)).toEqual([status, code]);
    expect((await alice.get(`/posts/${postId}`)).body.data.images).toEqual([]);
  });

  it('is refused for the reason that the worker finds, with the codec', async () => {
    const postId = await publish(alice);
    worker.does = 'fail';
    worker.failure = 'unsupported-video hevc';
    const refused = await upload(alice, `/posts/${postId}/images`, { file: mp4 });
    expect([statusOf(refused), refused.body.details]).toEqual([[415, 'unsupported-video'], 'hevc']);
    worker.failure = 'video-too-long';
    expect(statusOf(await upload(alice, `/posts/${postId}/images`, { file: mp4 }))).toEqual([400, 'video-too-long']);
    worker.failure = null;
    expect((await alice.get(`/posts/${postId}`)).body.data.images).toEqual([]);
  });

  it('may be no larger than the hosts say, and videos can be off', async () => {
    const postId = await publish(alice);
    const large = Buffer.concat([mp4, Buffer.alloc(1_000_000)]);
    await alice.patch('/host/server', { maxVideoBytes: 1_000_000, maxVideoSeconds: 60 });
    expect((await alice.get('/server')).body.data).toMatchObject({ maxVideoBytes: 1_000_000, maxVideoSeconds: 60 });
    const refused = await upload(alice, `/posts/${postId}/images`, { file: large });
    expect(statusOf(refused)).toEqual([413, 'video-too-large']);
    await alice.patch('/host/server', { maxVideoBytes: 200_000_000, maxVideoSeconds: 0 });
    // Its text names the formats of pictures alone.
    expect(statusOf(await upload(alice, `/posts/${postId}/images`, { file: mp4 }))).toEqual([415, 'image-unsupported']);
    await alice.patch('/host/server', { maxVideoSeconds: 180 });
  });

  it('is refused if it does not fit into what is left of the storage limit', async () => {
    const postId = await publish(alice);
    const { settings } = domain;
    const [{ stored }] = await sql('select coalesce(sum(bytes), 0)::int as stored from images where owner_id = $1', [
      alice.userId,
    ]);
    domain.settings = { ...settings, memberStorage: stored + mp4.length - 1 };
    expect(statusOf(await upload(alice, `/posts/${postId}/images`, { file: mp4 }))).toEqual([409, 'storage-full']);
    domain.settings = { ...settings, memberStorage: stored + mp4.length };
    expect((await add(alice, postId)).status).toBe(201);
    domain.settings = settings;
  });

  it('takes a picture as its poster, and nothing else', async () => {
    const postId = await publish(alice);
    const withPoster = (poster: Buffer) => upload(alice, `/posts/${postId}/images`, { file: mp4, poster });
    expect(statusOf(await withPoster(mp4))).toEqual([415, 'image-unsupported']);
    worker.does = 'wait';
    const pending = withPoster(craftPng(90, 60));
    await expect.poll(async () => (await sql(`select id from images where status = 'processing'`)).length).toBe(1);
    const [{ id, key, bytes }] = await sql(`select id, key, bytes from images where status = 'processing'`);
    expect((await domain.storage.read(`originals/${key}/poster`))?.equals(craftPng(90, 60))).toBe(true);
    expect(bytes).toBe(mp4.length + craftPng(90, 60).length);
    await finish(id);
    expect((await pending).status).toBe(201);
    worker.does = 'make';
    const profile = await upload(alice, `/users/${alice.userId}/profile-picture`, { file: mp4 });
    expect(statusOf(profile)).toEqual([415, 'image-unsupported']);
  });

  it('gets a new address when its audience narrows, and the old one ends', async () => {
    const postId = await publish(alice, { audience: 'friends' });
    await add(alice, postId);
    const address = async (who: Person) => (await who.get(`/posts/${postId}`)).body.data.images[0]?.videoUrl;
    const before = await address(bob);
    expect((await get(before)).body).toBe('0123456789');
    expect((await get(before.split('?')[0])).statusCode).toBe(404);
    await alice.patch(`/posts/${postId}`, { caption: 'hello', audience: 'private' });
    await relayPendingJobs(domain);
    const renamed = () => worker.queued.find((job) => job.name === 'images.rename')?.payload;
    await expect.poll(renamed).toBeDefined();
    await renameImage(domain, renamed() as Parameters<typeof renameImage>[1]);
    expect((await get(before)).statusCode).toBe(404);
    expect((await get(await address(alice))).body).toBe('0123456789');
  });

  it('has a player without script on its public page', async () => {
    const postId = await publish(alice);
    await add(alice, postId, { alt: 'Ducks' });
    await alice.patch('/host/server', { publicPages: true });
    const page = await get(`/post/${postId}`, { accept: 'text/html' });
    await alice.patch('/host/server', { publicPages: false });
    const [, url] =
      /<video src="([^"]+)" poster="[^"]+320.webp" aria-label="Ducks" [^>]*controls preload="none"/.exec(page.body) ??
      [];
    expect((await get(url ?? '')).body).toBe('0123456789');
    expect(page.headers['content-security-policy']).toContain("media-src 'self'");
  });

  it('is shown to moderators in reports', async () => {
    const postId = await publish(bob);
    await add(bob, postId);
    await carol.post('/reports', { kind: 'post', id: postId, reason: 'violence' });
    const [reported] = (await alice.get('/moderation/reports')).body.data;
    expect(reported).toMatchObject({ durationMs: 1_500 });
    expect((await get(reported.videoUrl)).body).toBe('0123456789');
  });
});

describe('a part of a video', () => {
  it('is answered as its range says', async () => {
    const postId = await publish(alice);
    await add(alice, postId);
    const { videoUrl } = (await alice.get(`/posts/${postId}`)).body.data.images[0];
    const ask = async (range: string, more: Record<string, string> = {}) => {
      const { statusCode, headers, body } = await get(videoUrl, { range, ...more });
      return [statusCode, headers['content-range'], headers['content-length'], statusCode === 416 ? '' : body];
    };
    const whole = await get(videoUrl);
    expect(whole.headers).toMatchObject({
      ...{ 'accept-ranges': 'bytes', 'content-type': 'video/mp4', 'content-length': '10' },
      ...{ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" },
    });
    expect(await ask('bytes=0-3')).toEqual([206, 'bytes 0-3/10', '4', '0123']);
    expect(await ask('bytes=4-')).toEqual([206, 'bytes 4-9/10', '6', '456789']);
    expect(await ask('bytes=-2')).toEqual([206, 'bytes 8-9/10', '2', '89']);
    expect(await ask('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '2', '89']);
    expect(await ask('bytes=-99')).toEqual([206, 'bytes 0-9/10', '10', '0123456789']);
    for (const none of ['bytes=10-', 'bytes=-0', `bytes=${'9'.repeat(15)}-`])
      expect((await ask(none)).slice(0, 2)).toEqual([416, 'bytes */10']);
    for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-', 'lines=1-2', `bytes=${'9'.repeat(40)}-`])
      expect((await ask(odd)).slice(0, 3)).toEqual([200, undefined, '10']);
    const tag = String(whole.headers.etag);
    expect((await ask('bytes=0-3', { 'if-range': tag }))[0]).toBe(206);
    expect((await ask('bytes=0-3', { 'if-range': '"another"' }))[0]).toBe(200);
    const head = await get(videoUrl, { range: 'bytes=0-3' }, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([206, '4', '']);
    for (const missing of ['video.webm', 'voice.mp4', '640.webp'])
      expect(await get(videoUrl.replace('video.mp4', missing))).toMatchObject({
        statusCode: 404,
        headers: { 'cache-control': 'no-store' },
      });
    const beyond = await get(videoUrl, { range: 'bytes=10-' });
    expect([whole, head, beyond].map(({ headers }) => headers['cache-control'])).toEqual([
      ...['public, max-age=31536000, immutable', 'public, max-age=31536000, immutable', 'no-store'],
    ]);
  });
});
