import { randomUUID } from 'node:crypto';
import { createExport, eraseUser, relayPendingJobs, removeImages } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { follow, openChat, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { runImportJobs, uploadArchive } from '../testing/imports.ts';
import { mp4, uploadMedia, webm } from '../testing/media.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';
import { processUploads, upload } from '../testing/uploads.ts';

const { server, sql, alice, bob, carol } = await castForFile({ RATE_LIMIT: 'off' });
const { domain } = server.deps;
const worker = processUploads(server);
await follow(bob, alice);
await follow(alice, bob);

const { finish, add, send, get } = uploadMedia({ server, sql }, worker);

const publish = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', ...more })).body.data.postId;

describe('a voice message', () => {
  const peaks = Array.from({ length: 32 }, (_, i) => i * 3);

  it('is a message with its loudness, for the members of the chat alone', async () => {
    const chatId = await openChat(alice, [bob]);
    const clientId = randomUUID();
    const sent = await send(alice, chatId, 'voice', { peaks: peaks.join(','), clientId });
    expect([sent.status, sent.body.data]).toMatchObject([201, { content: '', image: null, imageUrl: null }]);
    const [message] = (await bob.get(`/chats/${chatId}/messages`)).body.data;
    expect(message.voice).toMatchObject({ status: 'ready', durationMs: 1_500, peaks });
    const heard = await bob.call('GET', message.voice.url, undefined, { headers: { range: 'bytes=0-1' } });
    expect(heard.status).toBe(206);
    for (const url of [
      message.voice.url.split('?')[0],
      message.voice.url.replace(`.${bob.userId}.`, `.${carol.userId}.`),
    ])
      expect((await carol.get(url)).status).toBe(404);
    const chats = (await bob.get('/chats')).body.data;
    const chat = chats.find((each: { chatId: number }) => each.chatId === chatId);
    expect(chat.lastMessage).toMatchObject({ content: '', picture: true, media: 'voice' });
    worker.does = 'make';
    const again = await upload(alice, `/chats/${chatId}/voice`, { file: webm, fields: { clientId } });
    expect([again.status, again.body.data.messageId]).toEqual([200, message.messageId]);
    const { messageId } = (
      await bob.post(`/chats/${chatId}/messages`, { content: 'yes', replyToId: message.messageId })
    ).body.data;
    const answered = (await alice.get(`/chats/${chatId}/messages`)).body.data[0];
    expect([answered.messageId, answered.replyTo]).toMatchObject([messageId, { media: 'voice', picture: true }]);
    await alice.call('DELETE', `/messages/${message.messageId}`);
    expect((await bob.get(`/chats/${chatId}/messages`)).body.data[1]).toMatchObject({ voice: null, content: '' });
  });

  it('tells its sender that its receiver has listened to it, unless the receiver blocked the sender', async () => {
    const chatId = await openChat(alice, [bob]);
    const { messageId } = (await send(alice, chatId, 'voice', {})).body.data;
    const listened = async (who: Person) => {
      const { data } = (await who.get(`/chats/${chatId}/messages`)).body;
      return data.find((each: { messageId: number }) => each.messageId === messageId).voice.listened;
    };
    const listen = async (who: Person) => (await who.call('PATCH', `/messages/${messageId}/listened`)).status;
    expect([await listen(alice), await listen(carol), await listened(alice)]).toEqual([200, 404, false]);
    await bob.call('PATCH', `/messages/${messageId}/read`);
    const received = await new EventRecorder(server).listen([alice]);
    expect([await listen(bob), await listen(bob)]).toEqual([200, 200]);
    await received.untilReceived(alice, 1);
    expect(received.of(alice)).toMatchObject([{ name: 'chat.message', message: { voice: { listened: true } } }]);
    expect([await listened(alice), await listened(bob)]).toEqual([true, true]);

    await sql('update images set listened_at = null');
    await bob.post('/blocks', { userId: alice.userId });
    expect([await listen(bob), await listened(alice), await listened(bob)]).toEqual([200, false, true]);
    await received.untilReceived(alice, 1);
    await bob.delete('/blocks', { userId: alice.userId });
    received.close();
  });

  it('is heard by moderators once it is reported, as are pictures and videos of a chat', async () => {
    const chatId = await openChat(alice, [bob]);
    const { messageId } = (await send(alice, chatId, 'voice', {})).body.data;
    await sql('update users set moderator = true where id = $1', [carol.userId]);
    expect((await bob.post('/reports', { kind: 'message', id: messageId, reason: 'harassment' })).status).toBe(201);
    const [reported] = (await carol.get('/moderation/reports')).body.data;
    expect(reported).toMatchObject({ subjectId: messageId, kind: 'message', text: '', imageUrl: null, videoUrl: null });
    expect((await carol.get(reported.voiceUrl)).status).toBe(200);
  });

  it('is refused if it is something else, too large, or has odd peaks', async () => {
    const chatId = await openChat(alice, [bob]);
    const voice = (file: Buffer, fields: Record<string, string> = {}) =>
      upload(alice, `/chats/${chatId}/voice`, { file, fields }).then(statusOf);
    const shown = async () =>
      (await alice.get(`/chats/${chatId}/messages`)).body.data.filter(
        ({ deletedAt }: { deletedAt: string | null }) => deletedAt === null,
      ).length;
    const before = await shown();
    expect(await voice(craftPng(90, 60))).toEqual([415, 'unsupported-voice']);
    expect(await voice(Buffer.concat([webm, Buffer.alloc(10_000_000)]))).toEqual([413, 'voice-too-large']);
    for (const odd of ['1,2', '[]', 'x', peaks.map(() => 101).join(','), peaks.map(() => -1).join(',')])
      expect((await voice(webm, { peaks: odd }))[0]).toBe(400);
    worker.does = 'fail';
    worker.failure = 'unsupported-voice';
    expect(await voice(webm)).toEqual([415, 'unsupported-voice']);
    worker.failure = null;
    worker.does = 'make';
    expect(await shown()).toBe(before);
    const { imageUrl } = (await send(alice, chatId, 'images')).body.data;
    expect(imageUrl).toMatch(/320\.webp/);
    const [video] = (await bob.get(`/chats/${chatId}/messages`)).body.data;
    expect(video.image).toMatchObject({ kind: 'video', durationMs: 1_500 });
    expect((await bob.get(video.image.videoUrl)).status).toBe(200);
  });
});

describe('a video and a voice message', () => {
  it('that fail after their response tell their sender alone why', async () => {
    const postId = await publish(alice);
    await add(alice, postId);
    const chatId = await openChat(alice, [bob]);
    await send(alice, chatId, 'images');
    await send(alice, chatId, 'voice');
    // They become as a worker leaves them that gives them up after the response.
    await sql(
      `update images set status = 'failed', widths = '{}', container = null,
      failure = case media when 'video' then 'unsupported-video hevc' else 'voice-too-long' end where owner_id = $1`,
      [alice.userId],
    );
    const reasons = async (who: Person) => {
      const { images, image } = (await who.get(`/posts/${postId}`)).body.data;
      const [picture] = (await who.get(`/posts/${postId}/images`)).body.data;
      const [voice, video] = (await who.get(`/chats/${chatId}/messages`)).body.data;
      return [images[0], image, picture, video.image, voice.voice].map((each) => each?.failure);
    };
    const hevc = { code: 'unsupported-video', details: 'hevc' };
    expect(await reasons(alice)).toEqual([hevc, hevc, hevc, hevc, { code: 'voice-too-long' }]);
    expect(await reasons(bob)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    await sql('update images set failure = null where owner_id = $1', [alice.userId]);
    expect(await reasons(alice)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('are in the export of their member, which another account can import, and end with the account', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await follow(dora, bob);
    await follow(bob, dora);
    await add(dora, await publish(dora), { alt: 'The pond' });
    await send(dora, await openChat(dora, [bob]), 'voice');
    const stored = await sql('select key, media from images where owner_id = $1 order by id', [dora.userId]);
    for (const { key, media } of stored.filter((row) => row.media === 'video'))
      await domain.storage.put(`media/${key}/${media}.mp4`, mp4, 'video/mp4');
    await dora.post('/exports');
    const [{ key }] = await sql('select key from exports where user_id = $1', [dora.userId]);
    await createExport(domain, { userId: dora.userId, key });
    const { url } = (await dora.get('/exports')).body.data;
    const { rawPayload } = await get(url, { authorization: `Bearer ${dora.token}` });
    const names: string[] = [];
    for await (const { fileName } of (await fromBufferPromise(rawPayload)).eachEntry()) names.push(fileName);
    const media = names.filter((name) => name.startsWith('pictures/'));
    expect(media.map((name) => name.replace(/\d+/, '1'))).toEqual([
      ...['pictures/1.webp', 'pictures/1.mp4', 'pictures/messages/1.webm'],
    ]);

    worker.does = 'wait';
    const { status, body } = await uploadArchive(carol, rawPayload);
    expect(status).toBe(202);
    await runImportJobs(server, body.data.importId, (id) => finish(id));
    expect((await carol.get(`/imports/${body.data.importId}`)).body.data).toMatchObject({ done: 1, skipped: [] });
    const [post] = (await carol.get(`/users/${carol.userId}/posts`)).body.data;
    expect(post.images).toMatchObject([{ kind: 'video', alt: 'The pond', durationMs: 1_500 }]);

    worker.queued.length = 0;
    await dora.delete(`/users/${dora.userId}`);
    await eraseUser(domain, { userId: dora.userId });
    await relayPendingJobs(domain);
    const removals = () => worker.queued.flatMap((job) => (job.name === 'images.remove' ? job.payload.keys : []));
    await expect.poll(() => removals().toSorted()).toEqual(stored.map((row) => row.key).toSorted());
    await removeImages(domain, removals());
    for (const row of stored) {
      expect(await Array.fromAsync(domain.storage.list(`media/${row.key}`))).toEqual([]);
      expect(await Array.fromAsync(domain.storage.list(`originals/${row.key}`))).toEqual([]);
    }
  });
});
