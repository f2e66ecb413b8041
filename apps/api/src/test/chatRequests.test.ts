import { beforeEach, describe, expect, it } from 'vitest';
import { follow, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** In these tests a stranger sends a first message, which is listed among the receiver's message requests. */
const { server } = await serverForFile({ RATE_LIMIT: 'off' });
let alice: Person;
let sven: Person;
let bob: Person;

beforeEach(async () => {
  [alice, sven, bob] = await signUpAnew(server, 'alice', 'sven', 'bob');
});

type Row = { chatId: number; request: boolean; users: { userId: number }[] };
const chatsOf = async (who: Person, query = ''): Promise<Row[]> => (await who.get(`/chats${query}`)).body.data;
const requestsOf = (who: Person) => chatsOf(who, '?requests=true');
const unread = async (who: Person) => (await who.get('/messages/unread')).body.data;
const contacts = async (who: Person): Promise<number[]> =>
  (await who.get('/messages/contacts')).body.data.map(({ user }: { user: { userId: number } }) => user.userId);
const readBy = async (sender: Person, receiver: Person): Promise<boolean[]> =>
  (await sender.get(`/messages/conversation/${sender.userId}/${receiver.userId}`)).body.data.map(
    ({ readByReceiver }: { readByReceiver: boolean }) => readByReceiver,
  );
const typing = (who: Person, to: Person) => who.post(`/messages/with/${to.userId}/typing`);

describe("a stranger's first message", () => {
  it('is delivered, and listed among the requests only', async () => {
    const { chatId } = (await write(sven, alice, 'Hi from afar')).body.data;
    await write(sven, alice, 'Still there?');
    const [request] = await requestsOf(alice);
    expect(request).toMatchObject({ chatId, request: true, unreadCount: 2, lastMessage: { content: 'Still there?' } });
    expect(await chatsOf(alice)).toEqual([]);
    expect(await contacts(alice)).toEqual([]);
    expect(await unread(alice)).toEqual({ count: 0, conversations: 0 });
    expect((await alice.get('/messages/search?query=afar')).body.data).toEqual([]);
    expect((await alice.get(`/messages/conversation/${sven.userId}/${alice.userId}`)).body.data).toHaveLength(2);
    expect((await alice.get(`/chats/${chatId}/messages`)).body.data).toHaveLength(2);
    expect([await chatsOf(sven), await requestsOf(sven)]).toMatchObject([[{ chatId, request: false }], []]);
    expect(await contacts(sven)).toEqual([alice.userId]);
    for (const wrong of ['1', 'yes', '']) expect((await alice.get(`/chats?requests=${wrong}`)).status).toBe(400);
  });

  it('sends no receipts or typing in either direction until it is accepted', async () => {
    const { chatId, messageId } = (await write(sven, alice)).body.data;
    const received = await new EventRecorder(server).listen([alice, sven, bob]);
    await typing(sven, alice);
    await typing(alice, sven);
    await alice.patch(`/messages/with/${sven.userId}/read`);
    await alice.patch(`/chats/${chatId}/read`, { messageId });
    expect(await readBy(sven, alice)).toEqual([false]);
    for (const _ of ['once', 'again']) expect((await alice.post(`/chats/${chatId}/accept`)).status).toBe(200);
    expect([await chatsOf(alice), await requestsOf(alice)]).toMatchObject([[{ chatId, request: false }], []]);
    expect(await unread(alice)).toEqual({ count: 1, conversations: 1 });
    await typing(alice, sven);
    await alice.patch(`/chats/${chatId}/read`, { messageId });
    await received.untilReceived(sven, 1, ({ name }) => name === 'chat.read');
    expect(received.names(sven).filter((name) => name === 'chat.typing')).toHaveLength(1);
    expect(received.names(alice)).not.toContain('chat.typing');
    expect(received.names(alice)).toContain('chat.changed');
    expect(received.names(sven)).not.toContain('chat.changed');
    expect(await readBy(sven, alice)).toEqual([true]);
    received.close();
  });

  it.each([
    ['an answer', () => write(alice, sven)],
    ['following them', () => follow(alice, sven)],
  ])('is a chat like others after %s', async (_, answer) => {
    await write(sven, alice);
    await answer();
    expect([(await chatsOf(alice)).length, (await requestsOf(alice)).length]).toEqual([1, 0]);
    expect(await unread(alice)).toEqual({ count: 1, conversations: 1 });
  });

  it('is not listed once declined, whatever else its sender writes, until the receiver answers', async () => {
    const { chatId } = (await write(sven, alice)).body.data;
    for (const _ of ['once', 'again']) expect((await alice.post(`/chats/${chatId}/decline`)).status).toBe(200);
    expect((await write(sven, alice, 'Please')).status).toBe(201);
    await follow(sven, alice);
    expect([await chatsOf(alice), await requestsOf(alice), await contacts(alice)]).toEqual([[], [], []]);
    expect(await unread(alice)).toEqual({ count: 0, conversations: 0 });
    expect((await alice.get(`/chats/${chatId}/messages`)).body.data).toHaveLength(2);
    await write(alice, sven, 'Sorry, yes?');
    expect(await chatsOf(alice)).toMatchObject([{ chatId, request: false }]);
  });

  it('can be accepted or declined by its receiver only, without changing other chats', async () => {
    const { chatId } = (await write(sven, alice)).body.data;
    for (const endpoint of ['accept', 'decline']) {
      expect((await sven.post(`/chats/${chatId}/${endpoint}`)).status).toBe(200);
      expect(statusOf(await bob.post(`/chats/${chatId}/${endpoint}`))).toEqual([404, 'not-found']);
      expect(statusOf(await bob.post(`/chats/999999/${endpoint}`))).toEqual([404, 'not-found']);
      expect((await bob.post(`/chats/x/${endpoint}`)).status).toBe(400);
    }
    expect(await requestsOf(alice)).toHaveLength(1);
    await write(alice, bob);
    const [old] = await chatsOf(alice);
    expect((await alice.post(`/chats/${old?.chatId}/decline`)).status).toBe(200);
    expect(await chatsOf(alice)).toHaveLength(1);
    await alice.post('/blocks', { userId: sven.userId });
    expect(await requestsOf(alice)).toEqual([]);
  });

  it.each([
    ['whom the receiver follows', () => follow(alice, sven)],
    ['who follows the receiver', () => follow(sven, alice)],
    ['to whom the receiver has written', () => write(alice, sven)],
    ['with whom the receiver has opened a chat', () => alice.post('/chats', { userIds: [sven.userId] })],
  ])('is no request from somebody %s', async (_, known) => {
    await known();
    await write(sven, alice);
    expect([(await chatsOf(alice)).length, (await requestsOf(alice)).length]).toEqual([1, 0]);
    expect(await unread(alice)).toEqual({ count: 1, conversations: 1 });
  });

  it('is paged in the list of requests', async () => {
    await write(sven, alice);
    await write(bob, alice);
    const first = (await alice.get('/chats?requests=true&limit=1')).body;
    const second = (await alice.get(`/chats?requests=true&limit=1&cursor=${first.nextCursor}`)).body;
    expect(
      [first, second].flatMap(({ data }) => data.map((row: Row) => row.users.map(({ userId }) => userId))),
    ).toEqual([expect.arrayContaining([bob.userId]), expect.arrayContaining([sven.userId])]);
  });
});
