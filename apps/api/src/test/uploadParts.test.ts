import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { removeExpired, removeUploadParts } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { openChat, publish, statusOf } from '../testing/actions.ts';
import { mp4, uploadMedia } from '../testing/media.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, signUpAnew, startTestApp } from '../testing/testApp.ts';
import { processUploads, upload } from '../testing/uploads.ts';

/** These tests cover pictures and videos that arrive in parts, and what posts and chats make of them. */
const { server, sql } = await serverForFile();
const { domain } = server.deps;
const worker = processUploads(server);
const { finish } = uploadMedia({ server, sql }, worker);
let alice: Person;
let bob: Person;

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
});

const video = Buffer.concat([mp4, randomBytes(20_000)]);

const open = (who: Person, size: number | string) =>
  who.call('POST', '/uploads', undefined, { headers: { 'upload-length': String(size) } });
const opened = async (who: Person, size = video.length): Promise<number> => (await open(who, size)).body.data.uploadId;
const send = (who: Person, uploadId: number, offset: number | string, bytes: Buffer | Readable, headers = {}) =>
  who.call('PATCH', `/uploads/${uploadId}`, bytes, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
  });
const ask = (who: Person, uploadId: number) => who.call('HEAD', `/uploads/${uploadId}`);
const offsetOf = async (who: Person, uploadId: number) => Number((await ask(who, uploadId)).headers['upload-offset']);
const uploaded = async (who: Person, bytes: Buffer = video): Promise<number> => {
  const uploadId = await opened(who, bytes.length);
  expect((await send(who, uploadId, 0, bytes)).status).toBe(204);
  return uploadId;
};
/** The number of stored parts, once the recorded jobs that delete some have run. */
async function filesLeft(): Promise<number> {
  for (const job of worker.queued) if (job.name === 'uploads.remove') await removeUploadParts(domain, job.payload);
  return (await Array.fromAsync(domain.storage.list('uploads/'))).length;
}

/** Names an upload to a post or a chat, and processes what becomes of it. */
async function attach(who: Person, url: string, uploadId: number, fields: Record<string, string> = {}) {
  worker.does = 'wait';
  const pending = upload(who, url, { file: null, fields: { uploadId: String(uploadId), ...fields } });
  const waiting = () => sql(`select id, key from images where status = 'processing' and owner_id = $1`, [who.userId]);
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [{ id, key }] = await waiting();
  const original = await domain.storage.read(`originals/${key}/original`);
  await finish(id);
  return { ...(await pending), original };
}

describe('an upload in parts', () => {
  it('goes on after any lost connection, and becomes the video of a post', async () => {
    const answer = await open(alice, video.length);
    const { uploadId } = answer.body.data;
    expect([answer.status, answer.headers.location]).toEqual([201, `/uploads/${uploadId}`]);
    expect(answer.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-offset': '0' });
    const first = await send(alice, uploadId, 0, video.subarray(0, 100));
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '100']);
    expect(statusOf(await send(alice, uploadId, 0, video.subarray(0, 100)))).toEqual([409, 'upload-offset']);
    async function* breaking() {
      yield video.subarray(100, 200);
      throw new Error('the connection is gone');
    }
    await send(alice, uploadId, 100, Readable.from(breaking())).catch(() => {});
    await expect.poll(() => offsetOf(alice, uploadId)).toBe(200);
    await expect.poll(() => server.deps.uploads.size).toBe(0);
    const both = await Promise.all([1, 2].map(() => send(alice, uploadId, 200, video.subarray(200, 9_000))));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    const { headers } = await ask(alice, uploadId);
    expect(headers).toMatchObject({ 'upload-offset': '9000', 'upload-length': `${video.length}` });
    expect(headers['cache-control']).toBe('no-store');
    expect((await send(alice, uploadId, 9_000, video.subarray(9_000))).status).toBe(204);
    // One part for each call that was accepted: what the slower one of two has stored is deleted.
    expect(await filesLeft()).toBe(4);
    const postId = await publish(alice);
    const added = await attach(alice, `/posts/${postId}/images`, uploadId, { alt: 'A pond' });
    expect([added.status, added.original?.equals(video)]).toEqual([201, true]);
    expect(added.body.data.images).toMatchObject([{ kind: 'video', alt: 'A pond', status: 'ready' }]);
  });

  it('is used once, and a repeated client id is answered with the first picture', async () => {
    const uploadId = await uploaded(alice);
    const url = `/posts/${await publish(alice)}/images`;
    const clientId = randomUUID();
    const first = await attach(alice, url, uploadId, { clientId });
    expect((await ask(alice, uploadId)).status).toBe(404);
    const named = { uploadId: String(uploadId), clientId };
    const again = await upload(alice, url, { file: null, fields: named });
    expect([again.status, again.body.data.imageId]).toEqual([201, first.body.data.imageId]);
    const other = { ...named, clientId: randomUUID() };
    for (const [at, fields] of [
      [url, other],
      [url, { uploadId: named.uploadId }],
      [`/posts/${await publish(alice)}/images`, named],
    ] as const)
      expect(statusOf(await upload(alice, at, { file: null, fields }))).toEqual([400, 'upload-incomplete']);
    expect(await filesLeft()).toBe(0);
  });

  it('named by several calls at once is used by one of them', async () => {
    const originals = async () => (await Array.fromAsync(domain.storage.list('originals/'))).length;
    const before = await originals();
    const [first, second] = [await publish(alice), await publish(alice)];
    const chatId = await openChat(alice, [bob]);
    for (const places of [
      [`/posts/${first}/images`, `/posts/${second}/images`],
      [`/chats/${chatId}/images`, `/chats/${chatId}/images`],
    ]) {
      worker.does = 'make';
      const fields = { uploadId: String(await uploaded(alice, Buffer.from(craftPng(90, 60)))) };
      const answers = await Promise.all(places.map((url) => upload(alice, url, { file: null, fields })));
      expect(answers.map(statusOf).sort()).toEqual([
        [201, undefined],
        [400, 'upload-incomplete'],
      ]);
    }
    const [{ rows }] = await sql('select count(*)::int as rows from images where owner_id = $1', [alice.userId]);
    expect([rows, await filesLeft()]).toEqual([2, 0]);
    expect((await originals()) - before).toBe(2);
  });

  it('becomes a message, and a repeated client id sends no second one', async () => {
    const chatId = await openChat(alice, [bob]);
    const uploadId = await uploaded(alice);
    const clientId = randomUUID();
    const { status, body } = await attach(alice, `/chats/${chatId}/images`, uploadId, { clientId });
    expect([status, body.data]).toMatchObject([201, { image: { kind: 'video', status: 'ready' } }]);
    const fields = { uploadId: String(uploadId), clientId };
    const again = await upload(alice, `/chats/${chatId}/images`, { file: null, fields });
    expect([again.status, again.body.data.messageId]).toEqual([200, body.data.messageId]);
  });

  it('is added to an album by a tagged member, whose client ids are their own', async () => {
    const post = { userId: alice.userId, caption: `With @${bob.userName}`, album: true };
    const { postId } = (await alice.post('/posts', post)).body.data;
    const url = `/posts/${postId}/images`;
    const clientId = randomUUID();
    const used = await uploaded(alice);
    const first = await attach(alice, url, used, { clientId });
    const fields = { uploadId: String(used), clientId };
    expect(statusOf(await upload(bob, url, { file: null, fields }))).toEqual([400, 'upload-incomplete']);
    const second = await attach(bob, url, await uploaded(bob), { clientId });
    expect([second.status, second.body.data.imagesCount]).toEqual([201, 2]);
    expect(second.body.data.imageId).not.toBe(first.body.data.imageId);
  });

  it('is refused by what it turns out to be, as a file in one request is', async () => {
    const url = `/posts/${await publish(alice)}/images`;
    const named = async (bytes: Buffer<ArrayBuffer>) => ({
      file: null,
      fields: { uploadId: String(await uploaded(alice, bytes)) },
    });
    const html = await upload(alice, url, await named(Buffer.from('<!doctype html>')));
    expect(statusOf(html)).toEqual([415, 'image-unsupported']);
    const large = Buffer.concat([craftPng(10, 10), Buffer.alloc(15 * 2 ** 20)]);
    expect(statusOf(await upload(alice, url, await named(large)))).toEqual([413, 'image-too-large']);
    const { fields } = await named(video);
    expect(statusOf(await upload(alice, url, { file: mp4, fields }))).toEqual([400, 'upload-incomplete']);
    expect(statusOf(await upload(alice, `/users/${alice.userId}/profile-picture`, { file: null, fields }))).toEqual([
      ...[400, 'upload-incomplete'],
    ]);
    const wrong = { file: null, fields: { uploadId: 'x' } };
    expect(statusOf(await upload(alice, url, wrong))).toEqual([400, 'invalid-input']);
  });

  it('keeps to its size, its offset and its form', async () => {
    const uploadId = await opened(alice, 10);
    for (const wrong of ['', '-1', '1.5', 'x', '9'.repeat(30)])
      expect(statusOf(await send(alice, uploadId, wrong, Buffer.from('a')))).toEqual([400, 'upload-incomplete']);
    expect(statusOf(await send(alice, uploadId, 5, Buffer.from('a')))).toEqual([409, 'upload-offset']);
    expect(statusOf(await send(alice, uploadId, 0, Buffer.alloc(11)))).toEqual([413, 'video-too-large']);
    expect(await offsetOf(alice, uploadId)).toBe(0);
    const packed = await send(alice, uploadId, 0, Buffer.alloc(5), { 'content-encoding': 'gzip' });
    expect(packed.status).toBe(415);
    for (const type of ['text/plain', 'application/json', 'image/png'])
      expect((await send(alice, uploadId, 0, Buffer.from('12345'), { 'content-type': type })).status).toBe(415);
    expect((await send(alice, uploadId, 0, Buffer.alloc(5))).status).toBe(204);
    expect((await send(alice, uploadId, 5, Buffer.alloc(0))).status).toBe(204);
    const fields = { uploadId: String(uploadId) };
    const early = await upload(alice, `/posts/${await publish(alice)}/images`, { file: null, fields });
    expect(statusOf(early)).toEqual([400, 'upload-incomplete']);
    expect(await offsetOf(alice, uploadId)).toBe(5);
    for (const size of ['0', '-5', 'many', '1e3'])
      expect(statusOf(await open(alice, size))).toEqual([400, 'upload-incomplete']);
    expect((await alice.post('/uploads')).status).toBe(415);
    expect((await alice.post('/uploads', { size: 5 })).status).toBe(415);
    const { maxVideoBytes } = (await alice.get('/server')).body.data;
    expect((await open(alice, maxVideoBytes)).status).toBe(201);
    expect(statusOf(await open(alice, maxVideoBytes + 1))).toEqual([413, 'video-too-large']);
    const { settings } = domain;
    domain.settings = { ...settings, memberStorage: 1_000 };
    expect(statusOf(await open(bob, 1_001))).toEqual([409, 'storage-full']);
    expect((await open(bob, 1_000)).status).toBe(201);
    domain.settings = settings;
  });

  it('belongs to its member alone', async () => {
    const uploadId = await uploaded(alice);
    const url = `/posts/${await publish(bob)}/images`;
    for (const id of [uploadId, 999_999]) {
      expect((await ask(bob, id)).status).toBe(404);
      expect(statusOf(await send(bob, id, 0, Buffer.alloc(5)))).toEqual([404, 'not-found']);
      const fields = { uploadId: String(id) };
      expect(statusOf(await upload(bob, url, { file: null, fields }))).toEqual([400, 'upload-incomplete']);
    }
    // Whose post it is is asked before the upload is.
    const alices = `/posts/${await publish(alice)}/images`;
    const fields = { uploadId: String(uploadId) };
    expect(statusOf(await upload(bob, alices, { file: null, fields }))).toEqual([403, 'forbidden']);
    const stranger = new Person(server.app, 'x');
    expect([(await open(stranger, 5)).status, (await ask(stranger, uploadId)).status]).toEqual([401, 401]);
    expect(await offsetOf(alice, uploadId)).toBe(video.length);
  });
});

describe('unused uploads', () => {
  it('count towards the share of their member before their bytes arrive, also if several are opened at once', async () => {
    const { settings } = domain;
    domain.settings = { ...settings, memberStorage: 3 * video.length };
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(alice, video.length)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(statusOf(await open(alice, 1))).toEqual([409, 'storage-full']);
    expect((await open(bob, video.length)).status).toBe(201);
    await sql('delete from uploads where user_id = $1', [alice.userId]);
    const uploadId = await uploaded(alice);
    expect((await attach(alice, `/posts/${await publish(alice)}/images`, uploadId)).status).toBe(201);
    expect(statusOf(await open(alice, 3 * video.length))).toEqual([409, 'storage-full']);
    domain.settings = settings;
  });

  it('are five a member: the one that received bytes least recently makes room, also if several are opened at once', async () => {
    const before = await filesLeft();
    const first = await uploaded(alice);
    const second = await opened(alice);
    await sql(`update uploads set changed_at = now() - interval '1 hour' where id = $1`, [second]);
    await Promise.all([1, 2, 3, 4].map(() => open(alice, 9)));
    expect((await sql('select from uploads where user_id = $1', [alice.userId])).length).toBe(5);
    expect([(await ask(alice, first)).status, (await ask(alice, second)).status]).toEqual([200, 404]);
    await Promise.all([1, 2, 3, 4, 5].map(() => open(alice, 9)));
    expect((await ask(alice, first)).status).toBe(404);
    expect(await filesLeft()).toBe(before);
  });

  it('end a day after their last bytes, and so do parts without an upload', async () => {
    const before = await filesLeft();
    const [old, young] = [await uploaded(alice), await uploaded(alice)];
    await sql(`update uploads set changed_at = now() - interval '25 hours' where id = $1`, [old]);
    await domain.storage.put('uploads/orphan/0/part', Buffer.from('lost'), 'application/octet-stream');
    const { now } = domain.clock;
    await removeExpired(domain);
    expect([(await ask(alice, old)).status, (await ask(alice, young)).status]).toEqual([404, 200]);
    expect(await filesLeft()).toBe(before + 2);
    domain.clock.now = () => new Date(now.call(domain.clock).getTime() + 25 * 3_600_000);
    await removeExpired(domain);
    domain.clock.now = now;
    expect(await domain.storage.read('uploads/orphan/0/part')).toBeNull();
    expect(await offsetOf(alice, young)).toBe(video.length);
    expect(await filesLeft()).toBe(before + 1);
  });

  it('end with their account, also while a part arrives', async () => {
    const before = await filesLeft();
    const uploadId = await opened(alice);
    await send(alice, uploadId, 0, video.subarray(0, 100));
    const deleted = Promise.withResolvers<void>();
    async function* slow() {
      yield video.subarray(100, 200);
      await deleted.promise;
      yield video.subarray(200);
    }
    const late = send(alice, uploadId, 100, Readable.from(slow()));
    await expect.poll(() => server.deps.uploads.size).toBe(1);
    expect((await alice.delete(`/users/${alice.userId}`)).status).toBe(200);
    deleted.resolve();
    expect((await late).status).toBe(404);
    expect(await sql('select from uploads where id = $1', [uploadId])).toEqual([]);
    expect(await filesLeft()).toBe(before);
  });
});

it('a part that stalls is cut off, and what has arrived is kept', async () => {
  const bodyLimits = { bodyMs: 1_000, upload: { windowMs: 300, bytes: 8_192, deadlineMs: 20_000 } };
  const strict = await startTestApp({}, { bodyLimits });
  const [carol] = await signUpAnew(strict, 'carol');
  const origin = await strict.app.listen({ port: 0, host: '127.0.0.1' });
  const uploadId = await opened(carol);
  const body = new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(video.subarray(0, 100))) });
  const headers = {
    ...{ authorization: `Bearer ${carol.token}`, 'upload-offset': '0' },
    'content-type': 'application/offset+octet-stream',
  };
  const init = { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit;
  const cut = await fetch(`${origin}/uploads/${uploadId}`, init);
  expect([cut.status, ((await cut.json()) as { code: string }).code]).toEqual([400, 'upload-incomplete']);
  expect(await offsetOf(carol, uploadId)).toBe(100);
  await strict.close();
});
