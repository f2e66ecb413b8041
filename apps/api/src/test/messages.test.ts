import { randomUUID } from 'node:crypto';
import { disableUser, enableUser, eraseUser, recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/forFile.ts';
import { type Person, password, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol, stranger } = await castForFile();
const moderator = await signUpAndIn(server.app, 'mona');
await sql('update users set moderator = true where id = $1', [moderator.userId]);

const said = async (...given: Parameters<typeof write>): Promise<number> => (await write(...given)).body.data.messageId;
const chat = async (who: Person, withWhom: Person) =>
  (await who.query('messages.conversation', { withUserId: withWhom.userId })).body.result.data.items;
const read = async (who: Person, withWhom: Person, messageId: number) =>
  (await chat(who, withWhom)).find((each: { messageId: number }) => each.messageId === messageId);
const edit = (who: Person, messageId: number, content: string) => who.patch(`/messages/${messageId}`, { content });
const remove = (who: Person, messageId: number) => who.delete(`/messages/${messageId}`);
const react = (who: Person, messageId: number, emoji: unknown) =>
  who.call('PUT', `/messages/${messageId}/reactions`, { emoji });
const unreact = (who: Person, messageId: number, emoji: string) =>
  who.delete(`/messages/${messageId}/reactions`, { emoji });
const unread = async (who: Person, from: Person): Promise<number> =>
  (await who.query('messages.contacts')).body.result.data.items.find(
    ({ user }: { user: { userId: number } }) => user.userId === from.userId,
  )?.unreadCount;

describe('a reply to a message', () => {
  it('quotes the current text of the message, and stays when that message is deleted', async () => {
    const first = await said(bob, alice, `${'x'.repeat(300)}`);
    const clientId = randomUUID();
    const answer = await write(alice, bob, 'an answer', { replyToId: first, clientId });
    const words = { content: 'x'.repeat(200), deleted: false, folded: false, picture: false, post: false };
    const quote = { ...words, messageId: first, senderId: bob.userId };
    expect([answer.status, answer.body.data]).toMatchObject([201, { replyToId: first, replyTo: quote }]);
    const again = await write(alice, bob, 'an answer', { replyToId: first, clientId });
    expect(again.body.data).toEqual(answer.body.data);
    await edit(bob, first, 'mended');
    const { messageId } = answer.body.data;
    expect((await read(bob, alice, messageId)).replyTo.content).toBe('mended');
    await remove(bob, first);
    expect((await read(alice, bob, messageId)).replyTo).toEqual({ ...quote, content: '', deleted: true });
    // A reply to a deleted message is accepted, because the author of the reply may not know of the deletion yet.
    expect((await write(alice, bob, 'late', { replyToId: first })).status).toBe(201);
    expect((await write(alice, bob, 'plain')).body.data).toMatchObject({
      replyToId: null,
      replyTo: null,
      reactions: [],
    });
  });

  it('is refused if the message belongs to another chat', async () => {
    const elsewhere = await said(bob, carol, 'elsewhere');
    for (const replyToId of [elsewhere, 999_999])
      expect(statusOf(await write(alice, bob, 'no', { replyToId }))).toEqual([404, 'not-found']);
    expect((await write(alice, bob, 'no', { replyToId: 'x' })).status).toBe(400);
  });
});

describe('an edit of a message', () => {
  it('sets its time, or changes nothing if the text is the same', async () => {
    const messageId = await said(alice, bob, 'helo');
    expect((await edit(alice, messageId, 'helo')).body.data).toMatchObject({ content: 'helo', editedAt: null });
    const edited = (await edit(alice, messageId, ' hello ')).body.data;
    expect(edited).toMatchObject({ messageId, content: 'hello', editedAt: expect.any(String), deletedAt: null });
    expect(await read(bob, alice, messageId)).toMatchObject({ content: 'hello', editedAt: edited.editedAt });
    for (const content of ['', ' ', 'x'.repeat(4_001)])
      expect((await edit(alice, messageId, content)).status).toBe(400);
  });

  it('is refused after a day, and for a deleted message', async () => {
    const messageId = await said(alice, bob, 'old');
    await sql(`update messages set created_at = now() - interval '24 hours' where id = $1`, [messageId]);
    expect(statusOf(await edit(alice, messageId, 'new'))).toEqual([409, 'edit-too-late']);
    expect((await remove(alice, messageId)).status).toBe(204);
    expect(statusOf(await edit(alice, messageId, 'new'))).toEqual([409, 'message-deleted']);
    expect((await read(bob, alice, messageId)).content).toBe('');
  });
});

describe('a deleted message', () => {
  it('stays in the conversation without its text and reactions, and no longer counts as unread', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await follow(dora, alice);
    const clientId = randomUUID();
    const [kept, messageId] = [await said(alice, dora, 'kept'), await said(alice, dora, 'SECRET', { clientId })];
    await react(dora, messageId, '👍');
    expect(await unread(dora, alice)).toBe(2);
    expect((await remove(alice, messageId)).status).toBe(204);
    expect((await remove(alice, messageId)).status).toBe(204);
    for (const who of [alice, dora])
      expect(await read(who, who === alice ? dora : alice, messageId)).toMatchObject({
        content: '',
        deletedAt: expect.any(String),
        reactions: [],
      });
    expect(await unread(dora, alice)).toBe(1);
    const [row] = (await dora.query('messages.contacts')).body.result.data.items;
    expect(row.lastMessage).toMatchObject({ messageId, content: '', deleted: true });
    expect(await sql('select * from message_reactions where message_id = $1', [messageId])).toEqual([]);
    expect(JSON.stringify(await sql('select * from messages where id = $1', [messageId]))).not.toContain('SECRET');
    // A retry with the same client id, as after a lost response, does not send the deleted message again.
    expect((await write(alice, dora, 'SECRET', { clientId })).body.data).toMatchObject({ messageId, content: '' });
    await dora.mutate('messages.markConversationRead', { withUserId: alice.userId });
    expect(await unread(dora, alice)).toBe(0);
    expect((await read(alice, dora, kept)).readByReceiver).toBe(true);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('accepts no reaction, and loses one that is added concurrently', async () => {
    const messageId = await said(alice, bob, 'contested');
    const answers = await Promise.all([
      ...['👍', '😂', '❤️'].map((emoji) => react(bob, messageId, emoji)),
      remove(alice, messageId),
      edit(alice, messageId, 'edited'),
    ]);
    for (const { status } of answers) expect([200, 204, 409]).toContain(status);
    expect(await sql('select emoji from message_reactions where message_id = $1', [messageId])).toEqual([]);
    expect(await read(bob, alice, messageId)).toMatchObject({ content: '', editedAt: null, reactions: [] });
    expect(statusOf(await react(bob, messageId, '👍'))).toEqual([409, 'message-deleted']);
    expect((await unreact(bob, messageId, '👍')).body.data).toEqual({ messageId, reactions: [] });
  });
});

describe('reactions', () => {
  it('are one of each kind per member, and can be removed', async () => {
    const messageId = await said(alice, bob, 'funny');
    expect((await react(bob, messageId, '😂')).body.data).toEqual({
      messageId,
      reactions: [{ emoji: '😂', count: 1, mine: true }],
    });
    await react(bob, messageId, '😂');
    await react(alice, messageId, '😂');
    await react(alice, messageId, '❤️');
    expect((await read(bob, alice, messageId)).reactions).toEqual([
      { emoji: '😂', count: 2, mine: true },
      { emoji: '❤️', count: 1, mine: false },
    ]);
    for (let times = 0; times < 2; times++)
      expect((await unreact(bob, messageId, '😂')).body.data.reactions).toEqual([
        { emoji: '😂', count: 1, mine: false },
        { emoji: '❤️', count: 1, mine: false },
      ]);
  });

  it('are single emoji, of any kind, and nothing else', async () => {
    const messageId = await said(alice, bob, 'any');
    for (const emoji of ['👍🏽', '🏳️‍🌈', '👨‍👩‍👧‍👦', '🇵🇱', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '1️⃣'])
      expect([emoji, (await react(bob, messageId, emoji)).status]).toEqual([emoji, 200]);
    for (const other of ['a', '1', '👍👍', '👍 ', '❤', '', '🇵', 'x'.repeat(33), 7, undefined])
      expect([other, ...statusOf(await react(bob, messageId, other))]).toEqual([other, 400, 'invalid-emoji']);
  });

  it('are of twenty kinds at most, also under concurrency', async () => {
    const messageId = await said(alice, bob, 'popular');
    const kinds = [...'🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗'];
    const answers = await Promise.all(kinds.map((emoji, index) => react(index % 2 ? alice : bob, messageId, emoji)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(statusOf(answer)).toEqual([409, 'too-many-reactions']);
    const { reactions } = await read(bob, alice, messageId);
    expect(reactions).toHaveLength(20);
    // A message that has reactions with the maximum number of different emoji still accepts another reaction with one of these
    // emoji.
    const theirs = reactions.find(({ mine }: { mine: boolean }) => !mine);
    expect((await react(bob, messageId, theirs.emoji)).status).toBe(200);
  });
});

/**
 * The response of each procedure to each member, for a message from alice to bob: to its sender, to its receiver, then to
 * members outside of the chat.
 */
const matrix: [state: string, by: string, expected: [edit: number, remove: number, react: number, unreact: number]][] =
  [
    ['as it was', 'alice', [200, 204, 200, 200]],
    ['as it was', 'bob', [403, 403, 200, 200]],
    ['as it was', 'carol', [404, 404, 404, 404]],
    ['as it was', 'moderator', [404, 404, 404, 404]],
    ['as it was', 'stranger', [401, 401, 401, 401]],
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
    const people: Record<string, Person> = { alice, bob, carol, moderator, stranger };
    const messageId = await said(alice, bob, 'words');
    await make();
    const who = people[by] as Person;
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

describe('events of a message', () => {
  it('reach both members on edits, reactions and deletions, and nobody else', async () => {
    const messageId = await said(alice, bob, 'words');
    await bob.mutate('messages.markConversationRead', { withUserId: alice.userId });
    const received = await new EventRecorder(server).listen([alice, bob, carol]);
    await edit(alice, messageId, 'mended');
    await received.untilReceived(bob, 1);
    await react(bob, messageId, '👍');
    await received.untilReceived(bob, 2);
    await react(bob, messageId, '👍');
    await unreact(bob, messageId, '👍');
    await received.untilReceived(bob, 3);
    await bob.post('/blocks', { userId: alice.userId });
    await remove(alice, messageId);
    await received.untilReceived(bob, 4);
    await bob.delete('/blocks', { userId: alice.userId });
    const names = ['chat.message', 'chat.reacted', 'chat.reacted', 'chat.message'];
    for (const who of [alice, bob]) expect(received.names(who)).toEqual(names);
    expect(received.names(carol)).toEqual([]);
    expect(received.of(alice)).toMatchObject([
      { message: { content: 'mended', readByReceiver: true } },
      { messageId, reactions: [{ emoji: '👍', userIds: [bob.userId] }] },
      { messageId, reactions: [] },
      // Read receipts are hidden while one of the two members has blocked the other.
      { message: { content: '', deletedAt: expect.any(String), readByReceiver: false } },
    ]);
    received.close();
  });
});

describe('a reported message', () => {
  it('keeps the reported text for the moderators, and a deleted message can no longer be reported', async () => {
    const [bad, gone] = [await said(bob, alice, 'bad words'), await said(bob, alice, 'gone words')];
    const report = (id: number) => alice.post('/reports', { kind: 'message', id, reason: 'harassment' });
    await edit(bob, bad, 'worse words');
    expect((await report(bad)).status).toBe(201);
    await edit(bob, bad, 'innocent words');
    await remove(bob, bad);
    await remove(bob, gone);
    expect(statusOf(await report(gone))).toEqual([404, 'not-found']);
    const cases = JSON.stringify((await moderator.get('/moderation/reports')).body.data);
    expect(cases).toContain('worse words');
    expect(cases).not.toMatch(/bad words|innocent words|gone words/);
  });
});

it('the reactions of a deleted account are removed; its messages stay with their receiver', async () => {
  const leaver = await signUpAndIn(server.app, 'leaver');
  const [mine, theirs] = [await said(leaver, bob, 'stays'), await said(bob, leaver, 'hello')];
  await react(leaver, theirs, '👍');
  await react(bob, mine, '❤️');
  await leaver.post('/auth/reauthenticate', { password });
  expect((await leaver.delete(`/users/${leaver.userId}`)).status).toBe(200);
  await eraseUser(server.deps.domain, { userId: leaver.userId });
  expect((await read(bob, leaver, theirs)).reactions).toEqual([]);
  expect(await read(bob, leaver, mine)).toMatchObject({
    content: 'stays',
    reactions: [{ emoji: '❤️', count: 1, mine: true }],
  });
});
