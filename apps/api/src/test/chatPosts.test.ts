import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { follow, openChat, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** In these tests a post is sent into a chat; it is visible there to members who may see the post. */
const { server, sql } = await serverForFile({ RATE_LIMIT: 'off' });
let alice: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
});

const postOf = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'First tomatoes!', ...more })).body.data.postId;
const send = (who: Person, chatId: number, body: object) => who.post(`/chats/${chatId}/messages`, body);
const cardOf = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}/messages`)).body.data[0].post;
const hiddenPost = { postId: null, user: null, caption: '', image: null, imageUrl: null, event: null };

describe('a post sent into a chat', () => {
  it('shows as a card to those who may see the post, and as a note to the others, and stays up to date', async () => {
    await follow(bob, alice);
    await follow(alice, bob);
    const postId = await postOf(alice, { audience: 'friends' });
    const chatId = await openChat(alice, [bob, carol]);
    const received = await new EventRecorder(server).listen([bob, carol]);
    const sent = await send(alice, chatId, { postId });
    const card = { postId, user: { userId: alice.userId, userName: alice.userName }, caption: 'First tomatoes!' };
    expect([sent.status, sent.body.data]).toMatchObject([201, { content: '', post: card }]);
    expect(await cardOf(bob, chatId)).toMatchObject(card);
    expect(await cardOf(carol, chatId)).toEqual(hiddenPost);
    const live = (who: Person) =>
      received.of(who).flatMap((item) => (item.name === 'chat.message' ? [item.message.post] : []));
    await vi.waitFor(() => expect([live(bob), live(carol)]).toMatchObject([[card], [hiddenPost]]), 5_000);
    received.close();
    expect((await carol.get('/chats')).body.data[0].lastMessage).toMatchObject({ content: '', post: true });
    expect((await alice.get('/messages/search?query=tomatoes')).body.data).toEqual([]);

    await alice.patch(`/posts/${postId}`, { caption: 'Second tomatoes', audience: 'public' });
    expect((await cardOf(carol, chatId)).caption).toBe('Second tomatoes');
    await carol.post('/blocks', { userId: alice.userId });
    expect(await cardOf(carol, chatId)).toBe(null);
    await carol.delete('/blocks', { userId: alice.userId });
    await alice.patch(`/posts/${postId}`, { caption: 'mine', audience: 'private' });
    expect([await cardOf(alice, chatId), await cardOf(bob, chatId)]).toMatchObject([{ postId }, hiddenPost]);
    await alice.delete(`/posts/${postId}`);
    for (const who of [alice, bob, carol]) expect(await cardOf(who, chatId)).toEqual(hiddenPost);
  });

  it('shows the picture that somebody has added to an album to nobody who has a block with them, live too', async () => {
    const [dave, erin] = (await signUpAnew(server, 'dave', 'erin')) as [Person, Person];
    const postId = await postOf(alice, { album: true });
    await sql(
      `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths, position)
         values ($1, 'post', $2::bigint, left(md5($2::bigint::text), 24), 'ready', 9, 9, '{320}', 0) returning id)
       update posts set image_id = made.id from made where posts.id = $2::bigint`,
      [dave.userId, postId],
    );
    await bob.post('/blocks', { userId: dave.userId });
    await dave.post('/blocks', { userId: erin.userId });
    for (const others of [
      [bob, carol],
      [carol, bob],
      [erin, bob],
    ]) {
      const chatId = await openChat(alice, others);
      const received = await new EventRecorder(server).listen(others);
      await send(alice, chatId, { postId });
      const live = (who: Person) =>
        received.of(who).flatMap((item) => (item.name === 'chat.message' ? [item.message.post?.image ?? null] : []));
      const expected = others.map((who) => (who === carol ? { widths: [320] } : null));
      await vi.waitFor(() => expect(others.map((who) => live(who)[0])).toMatchObject(expected), 5_000);
      received.close();
      const listed = await Promise.all(others.map(async (who) => (await cardOf(who, chatId)).image));
      expect(listed).toMatchObject(expected);
    }
  });

  it('reaches a friend with its text, and only once', async () => {
    const postId = await postOf(carol);
    const chatId = await openChat(alice, [bob]);
    const clientId = randomUUID();
    const first = await send(alice, chatId, { postId, content: 'Look!', clientId });
    const again = await send(alice, chatId, { postId, content: 'Look!', clientId });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.data).toEqual(first.body.data);
    const spec = await bob.get(`/messages/conversation/${alice.userId}/${bob.userId}`);
    expect(spec.body.data).toMatchObject([{ content: 'Look!', post: { postId, user: { userId: carol.userId } } }]);
    const { messageId } = first.body.data;
    await alice.delete(`/messages/${messageId}`);
    expect(await cardOf(bob, chatId)).toBe(null);
  });

  it('is refused if the sender may not see the post, as if it did not exist, and without both text and post', async () => {
    const hidden = await postOf(carol, { audience: 'private' });
    for (const chatId of [await openChat(alice, [bob]), await openChat(alice, [bob, carol])]) {
      for (const postId of [hidden, 999_999]) {
        expect(statusOf(await send(alice, chatId, { postId }))).toEqual([404, 'not-found']);
        expect(statusOf(await send(alice, chatId, { postId, content: 'x' }))).toEqual([404, 'not-found']);
      }
      for (const body of [
        {},
        { content: ' ' },
        { postId: null },
        { content: 1 },
        { postId: 'x' },
        { postId: 0 },
        { postId: -1 },
      ])
        expect((await send(alice, chatId, body)).status).toBe(400);
      expect((await send(alice, chatId, { content: '' })).body.message).toBe(
        (await send(alice, chatId, {})).body.message,
      );
    }
    const elsewhere = await openChat(bob, [carol]);
    expect(statusOf(await send(alice, elsewhere, { postId: await postOf(alice) }))).toEqual([404, 'not-found']);
  });
});
