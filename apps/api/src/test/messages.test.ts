import { randomUUID } from 'node:crypto';
import type { LiveItem } from '@kith/contracts';
import { appointHost, disableUser, enableUser, eraseUser, recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { openChat, say, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, password, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();
// Alice may be disabled, because she is not the only host.
await appointHost(server.deps.domain, { userName: 'carol', hosts: true });
const moderator = await signUpAndIn(server.app, 'mona');
await sql('update users set moderator = true where id = $1', [moderator.userId]);
const outsider = await signUpAndIn(server.app, 'out.sider');

/** Each test runs in a direct chat of alice and bob, and in a group of theirs with carol. */
const chats = {
  direct: await openChat(alice, [bob]),
  group: await openChat(alice, [bob, carol]),
};
// Bob's answer makes the direct chat more than a request by a stranger.
await write(bob, alice);

const said = async (...given: Parameters<typeof say>): Promise<number> => (await say(...given)).body.data.messageId;
const chat = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}/messages?limit=100`)).body.data;
const readMessage = async (who: Person, chatId: number, messageId: number) =>
  (await chat(who, chatId)).find((each: { messageId: number }) => each.messageId === messageId);
const edit = (who: Person, messageId: number, content: string) => who.patch(`/messages/${messageId}`, { content });
const remove = (who: Person, messageId: number) => who.delete(`/messages/${messageId}`);
const react = (who: Person, messageId: number, emoji: unknown) =>
  who.call('PUT', `/messages/${messageId}/reactions`, { emoji });
const unreact = (who: Person, messageId: number, emoji: string) =>
  who.delete(`/messages/${messageId}/reactions`, { emoji });
const listed = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}`)).body.data;
const seen = (who: Person, chatId: number, messageId: number) => who.patch(`/chats/${chatId}/read`, { messageId });

describe.each(Object.entries(chats))('in a %s chat', (kind, chatId) => {
  describe('a message', () => {
    it('is sent once when a request with the same client id is retried', async () => {
      const clientId = randomUUID();
      const sent = await Promise.all(Array.from({ length: 6 }, () => say(alice, chatId, 'once', { clientId })));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
      expect(new Set(sent.map(({ body }) => body.data.messageId)).size).toBe(1);
    });

    it('counts as unread until it is read, and tells its sender that it was', async () => {
      const [first, second] = [await said(alice, chatId, 'a'), await said(alice, chatId, 'b')];
      const before = (await listed(bob, chatId)).unreadCount;
      for (const _ of 'ab') expect((await seen(bob, chatId, first)).status).toBe(200);
      expect(before - (await listed(bob, chatId)).unreadCount).toBeGreaterThan(0);
      expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 1 });
      const told = kind === 'direct' ? { readByReceiver: true } : { readCount: 1 };
      expect(await readMessage(alice, chatId, first)).toMatchObject(told);
      expect(await readMessage(alice, chatId, second)).not.toMatchObject(told);
      expect(await readMessage(bob, chatId, first)).toMatchObject({ readCount: null });
    });
  });

  describe('a reply to a message', () => {
    it('quotes the current text of the message, and stays when that message is deleted', async () => {
      const first = await said(bob, chatId, `${'x'.repeat(300)}`);
      const clientId = randomUUID();
      const answer = await say(alice, chatId, 'an answer', { replyToId: first, clientId });
      const words = {
        content: 'x'.repeat(200),
        deleted: false,
        folded: false,
        picture: false,
        media: null,
        post: false,
        poll: false,
      };
      const quote = { ...words, messageId: first, senderId: bob.userId };
      expect([answer.status, answer.body.data]).toMatchObject([201, { replyToId: first, replyTo: quote }]);
      const again = await say(alice, chatId, 'an answer', { replyToId: first, clientId });
      expect(again.body.data).toEqual(answer.body.data);
      await edit(bob, first, 'mended');
      const { messageId } = answer.body.data;
      expect((await readMessage(bob, chatId, messageId)).replyTo.content).toBe('mended');
      await remove(bob, first);
      expect((await readMessage(alice, chatId, messageId)).replyTo).toEqual({ ...quote, content: '', deleted: true });
      // A reply to a deleted message is accepted, because the author of the reply may not know of the deletion yet.
      expect((await say(alice, chatId, 'late', { replyToId: first })).status).toBe(201);
      const plain = { replyToId: null, replyTo: null, reactions: [] };
      expect((await say(alice, chatId, 'plain')).body.data).toMatchObject(plain);
    });

    it('is refused if the message belongs to another chat', async () => {
      const elsewhere = (await write(bob, carol, 'elsewhere')).body.data.messageId;
      for (const replyToId of [elsewhere, 999_999])
        expect(statusOf(await say(alice, chatId, 'no', { replyToId }))).toEqual([404, 'not-found']);
      expect((await say(alice, chatId, 'no', { replyToId: 'x' })).status).toBe(400);
    });
  });

  describe('an edit of a message', () => {
    it('sets its time, or changes nothing if the text is the same', async () => {
      const messageId = await said(alice, chatId, 'helo');
      expect((await edit(alice, messageId, 'helo')).body.data).toMatchObject({ content: 'helo', editedAt: null });
      const edited = (await edit(alice, messageId, ' hello ')).body.data;
      expect(edited).toMatchObject({ messageId, content: 'hello', editedAt: expect.any(String), deletedAt: null });
      expect(await readMessage(bob, chatId, messageId)).toMatchObject({ content: 'hello', editedAt: edited.editedAt });
      for (const content of ['', ' ', 'x'.repeat(4_001)])
        expect((await edit(alice, messageId, content)).status).toBe(400);
    });

    it('is refused after a day, and for a deleted message', async () => {
      const messageId = await said(alice, chatId, 'old');
      await sql(`update messages set created_at = now() - interval '24 hours' where id = $1`, [messageId]);
      expect(statusOf(await edit(alice, messageId, 'new'))).toEqual([409, 'edit-too-late']);
      expect((await remove(alice, messageId)).status).toBe(204);
      expect(statusOf(await edit(alice, messageId, 'new'))).toEqual([409, 'message-deleted']);
      expect((await readMessage(bob, chatId, messageId)).content).toBe('');
    });
  });

  describe('a deleted message', () => {
    it('stays without its text and reactions, and no longer counts as unread', async () => {
      const clientId = randomUUID();
      const kept = await said(alice, chatId, 'kept');
      await seen(bob, chatId, kept - 1);
      const messageId = await said(alice, chatId, 'SECRET', { clientId });
      await react(bob, messageId, '👍');
      expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 2 });
      for (const _ of 'ab') expect((await remove(alice, messageId)).status).toBe(204);
      for (const who of [alice, bob])
        expect(await readMessage(who, chatId, messageId)).toMatchObject({
          content: '',
          deletedAt: expect.any(String),
          reactions: [],
        });
      const lastMessage = { messageId, content: '', deleted: true };
      expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 1, lastMessage });
      expect(await sql('select * from message_reactions where message_id = $1', [messageId])).toEqual([]);
      expect(JSON.stringify(await sql('select * from messages where id = $1', [messageId]))).not.toContain('SECRET');
      // A retry with the same client id, as after a lost response, does not send the deleted message again.
      expect((await say(alice, chatId, 'SECRET', { clientId })).body.data).toMatchObject({ messageId, content: '' });
      await seen(bob, chatId, messageId);
      expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 0 });
      expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    });

    it('accepts no reaction, and loses one that is added concurrently', async () => {
      const messageId = await said(alice, chatId, 'contested');
      const answers = await Promise.all([
        ...['👍', '😂', '❤️'].map((emoji) => react(bob, messageId, emoji)),
        remove(alice, messageId),
        edit(alice, messageId, 'edited'),
      ]);
      for (const { status } of answers) expect([200, 204, 409]).toContain(status);
      for (const table of ['message_reactions', 'message_words'])
        expect(await sql(`select from ${table} where message_id = $1`, [messageId])).toEqual([]);
      expect(await readMessage(bob, chatId, messageId)).toMatchObject({ content: '', editedAt: null, reactions: [] });
      expect(statusOf(await react(bob, messageId, '👍'))).toEqual([409, 'message-deleted']);
      expect((await unreact(bob, messageId, '👍')).body.data).toEqual({ messageId, reactions: [] });
    });
  });

  describe('reactions', () => {
    it('are one of each kind per member, and can be removed', async () => {
      const messageId = await said(alice, chatId, 'funny');
      expect((await react(bob, messageId, '😂')).body.data).toEqual({
        messageId,
        reactions: [{ emoji: '😂', count: 1, mine: true }],
      });
      await react(bob, messageId, '😂');
      await react(alice, messageId, '😂');
      await react(alice, messageId, '❤️');
      expect((await readMessage(bob, chatId, messageId)).reactions).toEqual([
        { emoji: '😂', count: 2, mine: true },
        { emoji: '❤️', count: 1, mine: false },
      ]);
      for (let times = 0; times < 2; times++)
        expect((await unreact(bob, messageId, '😂')).body.data.reactions).toEqual([
          { emoji: '😂', count: 1, mine: false },
          { emoji: '❤️', count: 1, mine: false },
        ]);
    });

    it('are of twenty kinds at most, also under concurrency', async () => {
      const messageId = await said(alice, chatId, 'popular');
      const kinds = [...'🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗'];
      const answers = await Promise.all(kinds.map((emoji, index) => react(index % 2 ? alice : bob, messageId, emoji)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(statusOf(answer)).toEqual([409, 'too-many-reactions']);
      const { reactions } = await readMessage(bob, chatId, messageId);
      expect(reactions).toHaveLength(20);
      // A message that has reactions with the maximum number of different emoji still accepts another reaction with one of
      // these emoji.
      const theirs = reactions.find(({ mine }: { mine: boolean }) => !mine);
      expect((await react(bob, messageId, theirs.emoji)).status).toBe(200);
    });
  });

  it('events of a message reach the members on edits, reactions and deletions, and nobody else', async () => {
    const messageId = await said(alice, chatId, 'words');
    await seen(bob, chatId, messageId);
    const received = await new EventRecorder(server).listen([alice, bob, outsider]);
    // The events that bob has read the chat, and that the message is new, may still arrive.
    const isChange = (item: LiveItem) => item.name !== 'chat.read' && !('isNew' in item && item.isNew);
    await edit(alice, messageId, 'mended');
    await received.untilReceived(bob, 1, isChange);
    await react(bob, messageId, '👍');
    await received.untilReceived(bob, 2, isChange);
    await react(bob, messageId, '👍');
    await unreact(bob, messageId, '👍');
    await received.untilReceived(bob, 3, isChange);
    await remove(alice, messageId);
    await received.untilReceived(bob, 4, isChange);
    received.close();
    const names = ['chat.message', 'chat.reacted', 'chat.reacted', 'chat.message'];
    for (const who of [alice, bob])
      expect(
        received
          .of(who)
          .filter(isChange)
          .map(({ name }) => name),
      ).toEqual(names);
    expect(received.names(outsider)).toEqual([]);
    expect(received.of(alice).filter(isChange)).toMatchObject([
      { isNew: false, message: { content: 'mended', readByReceiver: kind === 'direct' } },
      { messageId, reactions: [{ emoji: '👍', userIds: [bob.userId] }] },
      { messageId, reactions: [] },
      { isNew: false, message: { content: '', deletedAt: expect.any(String) } },
    ]);
  });

  it('a reported message keeps the reported text for the moderators, and a deleted message can no longer be reported', async () => {
    const [bad, gone] = [await said(bob, chatId, `bad ${kind}`), await said(bob, chatId, 'gone words')];
    const report = (id: number) => alice.post('/reports', { kind: 'message', id, reason: 'harassment' });
    await edit(bob, bad, `worse ${kind}`);
    expect((await report(bad)).status).toBe(201);
    await edit(bob, bad, 'innocent words');
    await remove(bob, bad);
    await remove(bob, gone);
    expect(statusOf(await report(gone))).toEqual([404, 'not-found']);
    const cases = JSON.stringify((await moderator.get('/moderation/reports')).body.data);
    expect(cases).toContain(`worse ${kind}`);
    expect(cases).not.toMatch(/bad (?:direct|group)|innocent words|gone words/);
  });
});

it('reactions are single emoji, of any kind, and nothing else', async () => {
  const messageId = await said(alice, chats.direct, 'any');
  for (const emoji of ['👍🏽', '🏳️‍🌈', '👨‍👩‍👧‍👦', '🇵🇱', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '1️⃣'])
    expect([emoji, (await react(bob, messageId, emoji)).status]).toEqual([emoji, 200]);
  for (const other of ['a', '1', '👍👍', '👍 ', '❤', '', '🇵', 'x'.repeat(33), 7, undefined])
    expect([other, ...statusOf(await react(bob, messageId, other))]).toEqual([other, 400, 'invalid-emoji']);
});

it('read receipts are hidden while one of the two members of a direct chat has blocked the other', async () => {
  const messageId = await said(alice, chats.direct, 'words');
  await seen(bob, chats.direct, messageId);
  await bob.post('/blocks', { userId: alice.userId });
  const received = await new EventRecorder(server).listen([alice, bob]);
  await remove(alice, messageId);
  await received.untilReceived(bob, 1);
  await bob.delete('/blocks', { userId: alice.userId });
  received.close();
  for (const who of [alice, bob])
    expect(received.of(who)).toMatchObject([{ message: { content: '', readByReceiver: false } }]);
});

/**
 * The response of each procedure to the two members of a chat, for a message from alice to bob. chatEndpoints.test.ts asks as
 * members outside of the chat.
 */
const matrix: [state: string, by: string, expected: [edit: number, remove: number, react: number, unreact: number]][] =
  [
    ['as it was', 'alice', [200, 204, 200, 200]],
    ['as it was', 'bob', [403, 403, 200, 200]],
    ['bob blocks alice', 'alice', [404, 204, 404, 200]],
    ['bob blocks alice', 'bob', [403, 403, 404, 200]],
    ['alice blocks bob', 'alice', [404, 204, 404, 200]],
    ['alice blocks bob', 'bob', [403, 403, 404, 200]],
    ['bob is disabled', 'alice', [404, 204, 404, 200]],
    ['bob is disabled', 'bob', [401, 401, 401, 401]],
    ['alice is disabled', 'alice', [401, 401, 401, 401]],
    ['alice is disabled', 'bob', [403, 403, 404, 200]],
  ];

describe('permission to change a message', () => {
  const states: Record<string, [make: () => Promise<unknown>, unmake: () => Promise<unknown>]> = {
    'as it was': [async () => {}, async () => {}],
    'bob blocks alice': [
      () => bob.post('/blocks', { userId: alice.userId }),
      () => bob.delete('/blocks', { userId: alice.userId }),
    ],
    'alice blocks bob': [
      () => alice.post('/blocks', { userId: bob.userId }),
      () => alice.delete('/blocks', { userId: bob.userId }),
    ],
    'bob is disabled': [() => disable(bob), () => enable(bob)],
    'alice is disabled': [() => disable(alice), () => enable(alice)],
  };
  /** Sessions are cached for some seconds, and dropped by a live event, which the test waits for. */
  const disable = async (who: Person) => {
    await disableUser(server.deps.domain, { userName: who.userName });
    await expect.poll(async () => (await who.get('/auth/session')).status).toBe(401);
  };
  const enable = async (who: Person) => {
    await enableUser(server.deps.domain, { userName: who.userName });
    const { body } = await who.post('/auth/login', { identifier: who.userName, password });
    who.token = body.data.token;
  };

  it.each(matrix)('%s: %s', async (state, by, expected) => {
    const [make, unmake] = states[state] as (typeof states)[string];
    const messageId = await said(alice, chats.direct, 'words');
    await make();
    const who = by === 'alice' ? alice : bob;
    const absent = 999_999;
    const answers: number[] = [];
    for (const ask of [
      (id: number) => edit(who, id, 'new words'),
      (id: number) => react(who, id, '👍'),
      (id: number) => unreact(who, id, '👍'),
      (id: number) => remove(who, id),
    ]) {
      const answer = await ask(messageId);
      answers.push(answer.status);
      // A 404 response must not reveal that the message exists: it is the same as for a missing message.
      if (answer.status === 404) expect(statusOf(answer)).toEqual(statusOf(await ask(absent)));
    }
    const [edited, reacted, unreacted, removed] = answers;
    await unmake();
    expect([edited, removed, reacted, unreacted]).toEqual(expected);
    const [row] = await sql('select content from messages where id = $1', [messageId]);
    expect(row.content).toBe(removed === 204 ? '' : 'words');
  });
});

it('the reactions of a deleted account are removed; its messages stay with their receiver', async () => {
  const leaver = await signUpAndIn(server.app, 'leaver');
  const chatId = await openChat(leaver, [bob]);
  const [mine, theirs] = [await said(leaver, chatId, 'stays'), await said(bob, chatId, 'hello')];
  await react(leaver, theirs, '👍');
  await react(bob, mine, '❤️');
  await leaver.post('/auth/reauthenticate', { password });
  expect((await leaver.delete(`/users/${leaver.userId}`)).status).toBe(200);
  await eraseUser(server.deps.domain, { userId: leaver.userId });
  expect((await readMessage(bob, chatId, theirs)).reactions).toEqual([]);
  expect(await readMessage(bob, chatId, mine)).toMatchObject({
    content: 'stays',
    reactions: [{ emoji: '❤️', count: 1, mine: true }],
  });
});
