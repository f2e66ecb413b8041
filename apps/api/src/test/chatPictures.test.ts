import { randomUUID } from 'node:crypto';
import { eraseChat } from '@kith/domain';
import { craftPng as png } from '@kith/domain/testing';
import { describe, expect, it, vi } from 'vitest';
import { follow, openChat, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';
import { processUploads, upload } from '../testing/uploads.ts';

const { server, sql, alice, bob, carol } = await castForFile({ RATE_LIMIT: 'off' });
const worker = processUploads(server);
await follow(bob, alice);

const send = (
  who: Person,
  chatId: number | string,
  fields: Record<string, string> = {},
  file = png(90, 60),
  endpoint = 'images',
) => upload(who, `/chats/${chatId}/${endpoint}`, { fields, file });
const newest = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}/messages`)).body.data[0];
const removedKeys = () => worker.queued.flatMap((job) => (job.name === 'images.remove' ? job.payload.keys : []));

describe('a picture in a chat', () => {
  it('is a message with a signed address, visible to members only', async () => {
    const outsider = await signUpAndIn(server.app, 'out.sider');
    for (const chatId of [await openChat(alice, [bob]), await openChat(alice, [bob, carol])]) {
      const sent = await send(alice, chatId, { alt: 'A pond', clientId: randomUUID() });
      expect([sent.status, sent.body.data]).toMatchObject([
        201,
        { chatId, content: '', imageStatus: 'ready', image: { alt: 'A pond', width: 900, status: 'ready' } },
      ]);
      const { imageUrl, messageId } = await newest(bob, chatId);
      expect(imageUrl).toMatch(new RegExp(`^/media/\\w{24}/\\d+\\.webp\\?s=\\d+\\.${bob.userId}\\.[\\w-]{22}$`));
      const [path = ''] = imageUrl.split('?');
      await server.deps.domain.storage.put(path.slice(1), Buffer.from('webp'), 'image/webp');
      expect((await bob.get(imageUrl)).status).toBe(200);
      for (const address of [path, `${path}?s=1.${'a'.repeat(22)}`])
        for (const who of [bob, outsider]) expect((await who.get(address)).status).toBe(404);
      for (const [who, id] of [
        [outsider, chatId],
        [alice, 999_999],
        [alice, 'x'],
      ] as const)
        expect(statusOf(await send(who, id))).toEqual([404, 'not-found']);
      const chats = (await bob.get('/chats')).body.data;
      expect(chats.find((chat: { chatId: number }) => chat.chatId === chatId)).toMatchObject({
        unreadCount: 1,
        lastMessage: { messageId, picture: true },
      });
      const ownPicture = (await newest(alice, chatId)).imageUrl;
      expect(ownPicture).not.toBe(imageUrl);
      expect((await alice.patch(`/messages/${messageId}`, { content: 'words' })).body.data).toMatchObject({
        content: 'words',
        imageUrl: ownPicture,
      });
      for (const forged of [
        imageUrl.replace(`.${bob.userId}.`, `.${alice.userId}.`),
        imageUrl.replace(`.${bob.userId}`, ''),
      ])
        expect((await bob.get(forged)).status).toBe(404);
    }
  });

  it('is no longer served half a minute after it was deleted, or after its reader left or was removed', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const received = await new EventRecorder(server).listen([bob, carol]);
    await send(alice, chatId);
    const address = async (who: Person) => {
      const { imageUrl } = await newest(who, chatId);
      await server.deps.domain.storage.put(imageUrl.split('?')[0].slice(1), Buffer.from('webp'), 'image/webp');
      return imageUrl as string;
    };
    const [alices, bobs, carols] = [await address(alice), await address(bob), await address(carol)];
    const live = () =>
      received.of(bob).flatMap((item) => (item.name === 'chat.message' ? [item.message.imageUrl] : []));
    await vi.waitFor(() => expect(live()).toContain(bobs), 5_000);
    received.close();
    const statuses = async () => Promise.all([alices, bobs, carols].map(async (each) => (await bob.get(each)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await carol.delete(`/chats/${chatId}/members/${carol.userId}`);
    await alice.delete(`/chats/${chatId}/members/${bob.userId}`);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 30_001);
    expect(await statuses()).toEqual([200, 404, 404]);
    await alice.post(`/chats/${chatId}/members`, { userId: bob.userId });
    expect(await statuses()).toEqual([200, 404, 404]);
    const { messageId } = (await alice.get(`/chats/${chatId}/messages`)).body.data.find(
      (each: { image: unknown }) => each.image,
    );
    await alice.delete(`/messages/${messageId}`);
    clock.mockImplementation(() => now + 60_002);
    expect(await statuses()).toEqual([404, 404, 404]);
    clock.mockRestore();
  });

  it('is sent once when a request with the same client id is retried', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const clientId = randomUUID();
    const sent = await Promise.all(Array.from({ length: 2 }, () => send(alice, chatId, { clientId })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(new Set(sent.map(({ body }) => body.data.messageId)).size).toBe(1);
    expect(
      await sql(
        `select id from images where kind = 'message' and id not in (select image_id from messages where image_id is not null)`,
      ),
    ).toEqual([]);
  });

  it('is deleted with its message and with its group', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const received = await new EventRecorder(server).listen([bob]);
    const first = (await send(alice, chatId)).body.data;
    const second = (await send(alice, chatId)).body.data;
    const keyOf = ({ imageUrl }: { imageUrl: string }) => imageUrl.split('/')[2] as string;
    expect(statusOf(await bob.delete(`/messages/${first.messageId}`))).toEqual([403, 'forbidden']);
    expect((await alice.delete(`/messages/${first.messageId}`)).status).toBe(204);
    expect(removedKeys()).toContain(keyOf(first));
    expect((await bob.get(`/chats/${chatId}/messages`)).body.data[1]).toMatchObject({
      image: null,
      imageUrl: null,
      content: '',
    });
    for (const who of [alice, bob, carol]) await who.delete(`/chats/${chatId}/members/${who.userId}`);
    await eraseChat(server.deps.domain, { chatId });
    expect(JSON.stringify(await sql('select payload from pending_jobs')) + JSON.stringify(removedKeys())).toContain(
      keyOf(second),
    );
    expect(await sql('select id from images where key = any ($1)', [[keyOf(first), keyOf(second)]])).toEqual([]);
    received.close();
    expect(received.names(bob)).toContain('chat.message');
  });

  it('that cannot be decoded is refused with a message, and leaves no picture behind', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    for (const file of [Buffer.from('<svg/>'), Buffer.from('')])
      expect([400, 415]).toContain((await send(alice, chatId, {}, file)).status);
    expect((await send(alice, chatId, { alt: 'x'.repeat(1_501) })).status).toBe(400);
    expect((await send(alice, chatId, { clientId: 'mine' })).status).toBe(400);
    expect((await alice.post(`/chats/${chatId}/images`, { file: 'x' })).status).toBe(415);
    worker.does = 'fail';
    expect(statusOf(await send(alice, chatId))).toEqual([415, 'image-unreadable']);
    worker.does = 'make';
    expect(await newest(bob, chatId)).toMatchObject({ deletedAt: expect.any(String), image: null });
  });

  it('of a group can be set by any member, is visible to members only, and is deleted when replaced or with the group', async () => {
    const outsider = await signUpAndIn(server.app, 'out.group');
    const chatId = await openChat(alice, [bob, carol]);
    const received = await new EventRecorder(server).listen([carol]);
    const pictureOf = async (who: Person): Promise<string> => (await who.get(`/chats/${chatId}`)).body.data.picture;
    const set = (who: Person, id: number, file = png(90, 60)) => send(who, id, {}, file, 'picture');
    expect(await pictureOf(alice)).toBe(null);
    const done = await set(bob, chatId);
    expect([done.status, done.body.data]).toMatchObject([200, { chatId, imageStatus: 'ready' }]);
    expect(done.body.data.picture).toBe(await pictureOf(bob));
    await vi.waitFor(() => expect(received.names(carol)).toContain('chat.changed'), 5_000);
    received.close();
    const carols = await pictureOf(carol);
    expect((await carol.get('/chats')).body.data[0].picture).toBe(carols);
    const [path = ''] = carols.split('?');
    await server.deps.domain.storage.put(path.slice(1), Buffer.from('webp'), 'image/webp');
    expect([(await carol.get(carols)).status, (await carol.get(path)).status]).toEqual([200, 404]);
    for (const [who, id] of [
      [outsider, chatId],
      [alice, 999_999],
    ] as const)
      expect(statusOf(await set(who, id))).toEqual([404, 'not-found']);
    expect(statusOf(await set(alice, await openChat(alice, [bob])))).toEqual([409, 'not-a-group']);
    expect((await set(alice, chatId, Buffer.from('<svg/>'))).status).toBe(415);
    expect(await pictureOf(carol)).toBe(carols);
    await carol.delete(`/chats/${chatId}/members/${carol.userId}`);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 30_001);
    expect((await carol.get(carols)).status).toBe(404);
    clock.mockRestore();

    await set(alice, chatId);
    const keyOf = (address: string) => address.split('/')[2] as string;
    // On a busy machine the job reaches the queue only by the scheduled relay.
    await vi.waitFor(() => expect(removedKeys()).toContain(keyOf(carols)), 10_000);
    const last = keyOf(await pictureOf(bob));
    for (const who of [alice, bob]) await who.delete(`/chats/${chatId}/members/${who.userId}`);
    await eraseChat(server.deps.domain, { chatId });
    expect(JSON.stringify(await sql('select payload from pending_jobs')) + JSON.stringify(removedKeys())).toContain(
      last,
    );
    expect(await sql('select id from images where chat_id = $1', [chatId])).toEqual([]);
  });

  it('is hidden between two members of a group if one has blocked the other', async () => {
    const dora = await signUpAndIn(server.app, 'dora.block');
    const chatId = await openChat(alice, [bob, dora]);
    await send(dora, chatId);
    await bob.post('/blocks', { userId: dora.userId });
    expect(await newest(bob, chatId)).toMatchObject({ folded: true, image: null, imageUrl: null });
  });
});
