import { probe } from '@kith/db/testing';
import { disableUser } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { beforeAll, describe, expect, it } from 'vitest';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, carol, stranger: signedOut } = await castForFile({ RATE_LIMIT: 'off' });
let group: number;
let direct: number;
let inGroup: number;
let inDirect: number;

/**
 * Members who must not see the test's messages. None of them was in the group when its last message was sent, and none of them is
 * in the direct chat of alice and bob.
 */
const outside: Record<string, Person> = {};
const words = 'UNHEARD';
const gone = 99_999_999;

beforeAll(async () => {
  for (const name of ['stranger', 'left', 'removed', 'moderator', 'blocked', 'newcomer'])
    outside[name] = await signUpAndIn(server.app, `the.${name}`);
  const { left, removed, newcomer, moderator, blocked } = outside as Record<string, Person>;
  const userIds = [bob, carol, left, removed].map((each) => (each as Person).userId);
  group = (await alice.post('/chats', { userIds, name: words })).body.data.chatId;
  const send = async (chatId: number) =>
    (await alice.post(`/chats/${chatId}/messages`, { content: words })).body.data.messageId;
  const early = await send(group);
  await left?.delete(`/chats/${group}/members/${left.userId}`);
  await alice.delete(`/chats/${group}/members/${removed?.userId}`);
  inGroup = await send(group);
  expect(inGroup).toBeGreaterThan(early);
  await alice.post(`/chats/${group}/members`, { userId: newcomer?.userId });
  direct = (await alice.post('/chats', { userIds: [bob.userId] })).body.data.chatId;
  inDirect = await send(direct);
  await bob.post(`/chats/${direct}/accept`);
  await alice.post('/blocks', { userId: blocked?.userId });
  await probe(server.deps.domain.db, 'update users set host = false, moderator = (id = $1)', [moderator?.userId]);
});

const ask = (who: Person, path: string, input: object): Promise<Reply> =>
  procedures.get(path)?.type === 'query' ? who.query(path, input) : who.mutate(path, input);

/** Procedures whose input names a chat, each with the rest of its input. */
const ofChat: Record<string, () => object> = {
  'chats.byId': () => ({}),
  'chats.messages': () => ({}),
  'chats.send': () => ({ content: 'hello' }),
  'chats.markRead': () => ({ messageId: inGroup }),
  'chats.update': () => ({ mutedUntil: null }),
  'chats.acceptRequest': () => ({}),
  'chats.declineRequest': () => ({}),
  'chats.addMember': () => ({ userId: carol.userId }),
  'chats.removeMember': () => ({ userId: carol.userId }),
  'messages.search': () => ({ query: words }),
};

/** Procedures whose input names a message, each with the rest of its input. */
const ofMessage: Record<string, () => object> = {
  'messages.edit': () => ({ content: 'mended' }),
  'messages.react': () => ({ emoji: '👍' }),
  'messages.unreact': () => ({ emoji: '👍' }),
  'messages.markListened': () => ({}),
  'messages.markRead': () => ({}),
  'messages.readers': () => ({}),
  'messages.delete': () => ({}),
};

/**
 * Procedures whose input names neither a chat nor a message, each with the reason why it reveals nothing about chats that the
 * caller is not in. The results of the lists are checked below.
 */
const neither: Record<string, string> = {
  'chats.list': 'a list',
  'messages.contacts': 'a list',
  'messages.unreadCount': 'a list',
  'chats.withUser': 'of the caller and the one named',
  'messages.conversation': 'of the caller and the one named',
  'messages.markConversationRead': 'of the caller and the one named',
  'messages.typing': 'of the caller and the one named',
  'messages.send': 'of the caller and the one named',
  'chats.open': 'of the caller and those named',
  'messages.sentBy': 'asked below',
};

const outsiders = ['stranger', 'left', 'removed', 'moderator', 'blocked'];

describe('a chat', () => {
  it('is checked by every procedure and REST path that takes a chat', () => {
    const endpoints = [...procedures.keys()].filter((path) => /^(?:chats|messages)\./.test(path));
    expect([ofChat, ofMessage, neither].flatMap(Object.keys).toSorted()).toEqual(endpoints.toSorted());
  });

  it.each(outsiders)('is answered for %s like one that does not exist', async (name) => {
    const who = outside[name] as Person;
    for (const [path, more] of Object.entries(ofChat)) {
      const absent = await ask(who, path, { ...more(), chatId: gone });
      expect([path, absent.status]).toEqual([path, 404]);
      for (const chatId of [group, direct]) {
        const { status, body } = await ask(who, path, { ...more(), chatId });
        expect([path, status, body]).toEqual([path, absent.status, absent.body]);
      }
    }
  });

  it.each([...outsiders, 'newcomer'])('shows no message to %s', async (name) => {
    const who = outside[name] as Person;
    for (const [path, more] of Object.entries(ofMessage)) {
      const absent = await ask(who, path, { ...more(), messageId: gone });
      for (const messageId of [inGroup, inDirect]) {
        const { status, body } = await ask(who, path, { ...more(), messageId });
        expect([path, status, body]).toEqual([path, absent.status, absent.body]);
      }
    }
    const report = (id: number) => who.mutate('reports.create', { kind: 'message', id, reason: 'spam' });
    const absent = await report(gone);
    for (const id of [inGroup, inDirect]) {
      const { status, body } = await report(id);
      expect([status, body]).toEqual([absent.status, absent.body]);
    }
    expect((await who.query('messages.sentBy', { senderId: alice.userId, receiverId: bob.userId })).status).toBe(403);
    for (const path of ['messages.contacts', 'chats.list']) {
      const text = JSON.stringify((await who.query(path, {})).body);
      expect(name === 'newcomer' ? text.replaceAll(`"name":"${words}"`, '') : text, path).not.toContain(words);
    }
    expect((await who.query('messages.search', { query: words })).body.result.data.items).toEqual([]);
  });

  it('publishes nothing to the streams of non-members', async () => {
    const received = await new EventRecorder(server).listen([bob, ...outsiders.map((name) => outside[name] as Person)]);
    for (const chatId of [group, direct]) {
      const messageId = (await alice.post(`/chats/${chatId}/messages`, { content: words })).body.data.messageId;
      await bob.mutate('messages.react', { messageId, emoji: '👍' });
      await bob.mutate('chats.markRead', { chatId, messageId });
      await alice.mutate('messages.edit', { messageId, content: `${words} mended` });
      await alice.mutate('messages.delete', { messageId });
    }
    await alice.post(`/chats/${group}/messages`, { content: 'the end' });
    await received.untilReceived(bob, 1, (item) => 'message' in item && item.message.content === 'the end');
    received.close();
    for (const name of outsiders) expect([name, received.names(outside[name] as Person)]).toEqual([name, []]);
    for (const chatId of [group, direct]) {
      const ofChat = received
        .of(bob)
        .filter((item) => ('message' in item ? item.message : { chatId: 0, ...item }).chatId === chatId);
      const names = ofChat.map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set(['chat.message', 'chat.reacted', 'chat.read']));
    }
  });

  it('is refused to a disabled member and to anonymous callers', async () => {
    const away = await signUpAndIn(server.app, 'the.disabled');
    await alice.post(`/chats/${group}/members`, { userId: away.userId });
    expect((await away.query('chats.byId', { chatId: group })).status).toBe(200);
    await disableUser(server.deps.domain, { userName: away.userName });
    for (const who of [away, signedOut]) {
      for (const [path, more] of Object.entries(ofChat))
        expect([path, (await ask(who, path, { ...more(), chatId: group })).status]).toEqual([path, 401]);
      for (const [path, more] of Object.entries(ofMessage))
        expect([path, (await ask(who, path, { ...more(), messageId: inGroup })).status]).toEqual([path, 401]);
    }
  });

  it('is accessible to its members at the same procedures and paths', async () => {
    for (const [path, more] of Object.entries(ofChat)) {
      const { status, body } = await ask(alice, path, { ...more(), chatId: group });
      expect([path, status, body]).toMatchObject([path, 200, {}]);
    }
    for (const [path, more] of Object.entries(ofMessage))
      if (path !== 'messages.markRead')
        expect([path, (await ask(alice, path, { ...more(), messageId: inGroup })).status]).toEqual([path, 200]);
  });
});
