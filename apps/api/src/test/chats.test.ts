import { randomUUID } from 'node:crypto';
import type { LiveItem } from '@kith/contracts';
import { eraseChat, eraseUser } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { say, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol, stranger } = await castForFile();

const open = (who: Person, others: Person[], name?: string) =>
  who.post('/chats', { userIds: others.map(({ userId }) => userId), ...(name === undefined ? {} : { name }) });
const group = async (who: Person, others: Person[], name = 'Friends'): Promise<number> =>
  (await open(who, others, name)).body.data.chatId;
const said = async (...given: Parameters<typeof say>): Promise<number> => (await say(...given)).body.data.messageId;
const read = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}/messages`)).body.data;
const words = async (who: Person, chatId: number): Promise<string[]> =>
  (await read(who, chatId)).map(({ event, content }: { event: string; content: string }) => event ?? content);
const listed = async (who: Person, chatId: number) =>
  (await who.get('/chats?limit=500')).body.data.find((chat: { chatId: number }) => chat.chatId === chatId);
const add = (who: Person, chatId: number, whom: Person) =>
  who.post(`/chats/${chatId}/members`, { userId: whom.userId });
const remove = (who: Person, chatId: number, whom: Person) => who.delete(`/chats/${chatId}/members/${whom.userId}`);
/**
 * Returns the id of the member who inherits the group: these members joined at the same time, so it is the one who signed up
 * first.
 */
const heirOf = (...people: Person[]) => Math.min(...people.map(({ userId }) => userId));
const seen = (who: Person, chatId: number, messageId: number) => who.patch(`/chats/${chatId}/read`, { messageId });
const people = (data: { users: { userId: number }[] }) => data.users.map(({ userId }) => userId);

describe('a direct chat', () => {
  it('is the same for both members, and at the paths that the specification has for conversations', async () => {
    const first = await open(alice, [bob]);
    expect([first.status, first.body.data]).toMatchObject([201, { kind: 'direct', name: null, lastMessage: null }]);
    const { chatId } = first.body.data;
    expect(new Set(people(first.body.data))).toEqual(new Set([alice.userId, bob.userId]));
    expect(first.body.data.users).toMatchObject([{ joinedAt: null }, { joinedAt: null }]);
    for (const [who, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const again = await open(who, [other]);
      expect([again.status, again.body.data.chatId]).toEqual([200, chatId]);
    }
    expect(await listed(alice, chatId)).toMatchObject({ unreadCount: 0, lastMessage: null });
    expect(await listed(bob, chatId)).toBeUndefined();
    const sent = await say(alice, chatId, 'one');
    expect([sent.status, sent.body.data]).toMatchObject([201, { chatId, receiver: { userId: bob.userId } }]);
    await write(bob, alice, 'two');
    expect(await words(alice, chatId)).toEqual(['two', 'one']);
    const spec = await bob.get(`/messages/conversation/${alice.userId}/${bob.userId}`);
    expect(spec.body.data).toMatchObject([{ content: 'one', chatId }]);
    expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 1, lastMessage: { content: 'two' } });
    const { messageId } = sent.body.data;
    const later = await said(alice, chatId, 'three');
    for (const _ of 'ab') expect((await seen(bob, chatId, messageId)).status).toBe(200);
    expect(await listed(bob, chatId)).toMatchObject({ unreadCount: 1 });
    const receipts = async () =>
      (await read(alice, chatId)).map(({ readByReceiver }: { readByReceiver: boolean }) => readByReceiver);
    expect(await receipts()).toEqual([false, false, true]);
    for (const _ of 'ab') expect((await bob.patch(`/messages/${later}/read`)).status).toBe(200);
    expect([await listed(bob, chatId), await receipts()]).toMatchObject([{ unreadCount: 0 }, [true, false, true]]);
    expect((await stranger.post('/chats', { userIds: [bob.userId] })).status).toBe(401);
  });

  it('numbers messages in the order of their commits', async () => {
    const [gina, hugo] = [await signUpAndIn(server.app, 'gina'), await signUpAndIn(server.app, 'hugo')];
    const { chatId } = (await open(gina, [hugo])).body.data;
    const [low] = await sql(`select nextval(pg_get_serial_sequence('messages', 'id'))::int as id`);
    const newest = await said(gina, chatId, 'later');
    // The id of this message was drawn first, but its row is inserted second, after the row of the message 'later'.
    const [late] = await sql(
      `insert into messages (id, sender_id, receiver_id, chat_id, content) values ($1, $2, $3, $4, 'x') returning id`,
      [low.id, hugo.userId, gina.userId, chatId],
    );
    expect(Number(late.id)).toBeGreaterThan(newest);
  });

  it('is created once under concurrent requests', async () => {
    const [ida, jan] = [await signUpAndIn(server.app, 'ida.x'), await signUpAndIn(server.app, 'jan.x')];
    const made = await Promise.all([
      ...Array.from({ length: 4 }, () => open(ida, [jan])),
      ...Array.from({ length: 4 }, () => open(jan, [ida])),
    ]);
    expect(new Set(made.map(({ body }) => body.data.chatId)).size).toBe(1);
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('has no name, and nobody can join or leave', async () => {
    const { chatId } = (await open(alice, [bob])).body.data;
    expect(statusOf(await alice.patch(`/chats/${chatId}`, { name: 'x' }))).toEqual([409, 'not-a-group']);
    expect(statusOf(await add(alice, chatId, carol))).toEqual([409, 'not-a-group']);
    expect(statusOf(await remove(alice, chatId, alice))).toEqual([409, 'not-a-group']);
  });
});

describe('a message to a chat', () => {
  it('is refused with a message when it is malformed', async () => {
    const chatId = await group(alice, [bob, carol]);
    for (const content of ['', '  ', 'x'.repeat(4_001), 7, null])
      expect((await say(alice, chatId, content as never)).status).toBe(400);
    expect(statusOf(await say(alice, chatId, 'x', { replyToId: 999_999 }))).toEqual([404, 'not-found']);
    expect((await say(alice, chatId, 'x', { sender: 1 })).status).toBe(400);
    for (const id of ['0', '-1', 'x', '9007199254740993', '1e3'])
      expect((await alice.get(`/chats/${id}/messages`)).status).toBe(400);
    for (const body of [
      {},
      { userIds: [] },
      { userIds: 'x' },
      { userIds: [bob.userId, carol.userId] },
      { userIds: [bob.userId, carol.userId], name: ' ' },
      { userIds: [bob.userId, carol.userId], name: 'x'.repeat(61) },
      { userIds: Array.from({ length: 50 }, (_, i) => i + 1), name: 'x' },
    ])
      expect([body, (await alice.post('/chats', body)).status]).toEqual([body, 400]);
    for (const body of [{ name: '' }, { mutedUntil: 'soon' }, { mutedUntil: '0000-01-01T00:00:00Z' }])
      expect((await alice.patch(`/chats/${chatId}`, body)).status).toBe(400);
    expect(statusOf(await open(alice, [alice]))).toEqual([400, 'cannot-message-yourself']);
    expect(statusOf(await alice.post('/chats', { userIds: [bob.userId, 999_999], name: 'x' }))).toEqual([
      404,
      'not-found',
    ]);
  });
});

describe('a group', () => {
  it('records each change as a note, and shows newcomers only what comes after they joined', async () => {
    const dan = await signUpAndIn(server.app, 'dan.new');
    const made = await open(alice, [bob, carol], ' Garden ');
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { kind: 'group', name: 'Garden', makerId: alice.userId },
    ]);
    const { chatId } = made.body.data;
    await say(bob, chatId, 'before');
    expect((await bob.patch(`/chats/${chatId}`, { name: 'Allotment' })).body.data.name).toBe('Allotment');
    for (const _ of 'ab') expect((await add(carol, chatId, dan)).status).toBe(200);
    expect(people((await add(carol, chatId, dan)).body.data)).toHaveLength(4);
    const joined = (data: { users: { userId: number; joinedAt: string | null }[] }, who: Person) =>
      data.users.find(({ userId }) => userId === who.userId)?.joinedAt ?? null;
    const { data } = (await bob.get(`/chats/${chatId}`)).body;
    expect(joined(data, dan)).toBe((await read(dan, chatId))[0].createdAt);
    expect(joined(data, alice)).toBe(joined(made.body.data, bob));
    expect(joined(data, dan)).not.toBe(joined(data, alice));
    expect(await listed(dan, chatId)).toMatchObject({ users: data.users });
    await say(alice, chatId, 'after');
    expect(await words(dan, chatId)).toEqual(['after', 'added']);
    expect(await listed(dan, chatId)).toMatchObject({ unreadCount: 1, name: 'Allotment' });
    expect((await remove(dan, chatId, dan)).status).toBe(200);
    expect(await words(bob, chatId)).toEqual(['left', 'after', 'added', 'named', 'before', 'made']);
    expect((await read(bob, chatId))[3]).toMatchObject({
      event: 'named',
      content: 'Allotment',
      sender: { userId: bob.userId },
    });
    expect(statusOf(await remove(bob, chatId, carol))).toEqual([403, 'forbidden']);
    expect((await remove(alice, chatId, carol)).status).toBe(200);
    expect((await read(bob, chatId))[0]).toMatchObject({ event: 'removed', subject: { userId: carol.userId } });
    expect(statusOf(await remove(alice, chatId, carol))).toEqual([404, 'not-found']);
  });

  it('quotes nothing from before a newcomer joined, in lists and in streams', async () => {
    const nina = await signUpAndIn(server.app, 'nina.new');
    const chatId = await group(alice, [bob, carol]);
    const before = await said(bob, chatId, 'EARLIER');
    await add(alice, chatId, nina);
    const received = await new EventRecorder(server).listen([alice, nina]);
    const answer = await said(alice, chatId, 'an answer', { replyToId: before });
    await received.untilReceived(nina, 1, (item) => 'message' in item && item.message.messageId === answer);
    received.close();
    for (const text of [await read(nina, chatId), received.of(nina)])
      expect(JSON.stringify(text)).not.toContain('EARLIER');
    expect((await read(nina, chatId))[0].replyTo).toMatchObject({ messageId: before, folded: true, content: '' });
    for (const text of [await read(bob, chatId), received.of(alice)]) expect(JSON.stringify(text)).toContain('EARLIER');
  });

  it('counts the members who have read a message, and lets nobody change what is not theirs', async () => {
    const chatId = await group(alice, [bob, carol]);
    const [first, second] = [await said(alice, chatId, 'a'), await said(alice, chatId, 'b')];
    await seen(bob, chatId, first);
    await seen(carol, chatId, Number.MAX_SAFE_INTEGER);
    expect(await read(alice, chatId)).toMatchObject([{ readCount: 1 }, { readCount: 2 }, {}]);
    const put = (who: Person) => who.call('PUT', `/messages/${second}/reactions`, { emoji: '👍' });
    expect((await put(bob)).status).toBe(200);
    await remove(bob, chatId, bob);
    expect(statusOf(await put(bob))).toEqual([404, 'not-found']);
    expect(statusOf(await bob.delete(`/messages/${second}/reactions`, { emoji: '👍' }))).toEqual([404, 'not-found']);
    const [note] = await read(alice, chatId);
    for (const answer of [
      await alice.patch(`/messages/${note.messageId}`, { content: 'x' }),
      await alice.delete(`/messages/${note.messageId}`),
    ])
      expect([403, 404]).toContain(answer.status);
  });

  it('passes to another member when its creator leaves, and is deleted with the last member', async () => {
    const chatId = await group(alice, [bob, carol]);
    await remove(alice, chatId, alice);
    expect((await bob.get(`/chats/${chatId}`)).body.data.makerId).toBe(heirOf(bob, carol));
    await Promise.all([remove(bob, chatId, bob), remove(carol, chatId, carol), remove(bob, chatId, carol)]);
    await eraseChat(server.deps.domain, { chatId });
    expect(await sql('select id from chats where id = $1', [chatId])).toEqual([]);
    expect(await sql('select id from messages where chat_id = $1', [chatId])).toEqual([]);
  });

  it('keeps the messages of a member whose account is deleted, and passes to another member', async () => {
    const eve = await signUpAndIn(server.app, `eve.${randomUUID().slice(0, 8)}`);
    const chatId = await group(eve, [bob, carol]);
    await say(eve, chatId, 'stays');
    await sql('update users set deleted_at = now() where id = $1', [eve.userId]);
    await eraseUser(server.deps.domain, { userId: eve.userId });
    expect((await bob.get(`/chats/${chatId}`)).body.data).toMatchObject({ makerId: heirOf(bob, carol) });
    expect(await words(bob, chatId)).toEqual(['left', 'stays', 'made']);
  });
});

describe('when one member has blocked another or accepts no messages', () => {
  it('neither can add the other to a chat, and in a group of both the text of their messages is hidden from each other', async () => {
    const [finn, greta] = [await signUpAndIn(server.app, 'finn.b'), await signUpAndIn(server.app, 'greta.b')];
    const chatId = await group(alice, [finn, greta]);
    const mine = await group(greta, [alice, bob]);
    const secret = await said(finn, chatId, 'SECRET');
    await finn.post('/blocks', { userId: greta.userId });
    expect(statusOf(await add(greta, mine, finn))).toEqual([404, 'not-found']);
    expect(statusOf(await open(greta, [finn]))).toEqual([404, 'not-found']);
    expect(statusOf(await open(greta, [finn, alice], 'x'))).toEqual([404, 'not-found']);
    const received = await new EventRecorder(server).listen([greta, alice]);
    await say(finn, chatId, 'SECRET too', { replyToId: secret });
    await say(alice, chatId, 'SEEN', { replyToId: secret });
    const sent = (item: LiveItem) => item.name === 'chat.message' && /^SE(?:EN|CRET too)$/.test(item.message.content);
    await received.untilReceived(alice, 2, sent);
    received.close();
    expect(JSON.stringify(received.of(alice))).toContain('SECRET too');
    expect(JSON.stringify(received.of(greta))).toContain('SEEN');
    for (const text of [await read(greta, chatId), await greta.get('/chats'), received.of(greta)])
      expect(JSON.stringify(text)).not.toContain('SECRET');
    expect((await read(greta, chatId))[1]).toMatchObject({ folded: true, content: '' });
    expect(await listed(greta, chatId)).toMatchObject({ unreadCount: 2 });
  });

  it('neither is named to the other by what they read and how they react in a group', async () => {
    const [hugo, ines] = [await signUpAndIn(server.app, 'hugo.b'), await signUpAndIn(server.app, 'ines.b')];
    const chatId = await group(alice, [hugo, ines]);
    const messageId = await said(alice, chatId, 'hello both');
    await hugo.post('/blocks', { userId: ines.userId });
    const received = await new EventRecorder(server).listen([ines, alice]);
    await hugo.patch(`/chats/${chatId}/read`, { messageId });
    await hugo.call('PUT', `/messages/${messageId}/reactions`, { emoji: '🌊' });
    await received.untilReceived(alice, 1, ({ name }) => name === 'chat.reacted');
    received.close();
    expect(received.of(alice)).toContainEqual(expect.objectContaining({ name: 'chat.read', userId: hugo.userId }));
    expect(received.of(ines).filter(({ name }) => name === 'chat.read')).toEqual([]);
    const reactedFor = (who: Person) => received.of(who).find((item) => item.name === 'chat.reacted')?.reactions;
    expect(reactedFor(alice)).toEqual([{ emoji: '🌊', userIds: [hugo.userId] }]);
    expect(reactedFor(ines)).toEqual([{ emoji: '🌊', userIds: [0] }]);
  });

  it('a repeated client id gives the message only in its own chat, to who may still read it there', async () => {
    const [jo, kim] = [await signUpAndIn(server.app, 'jo.b'), await signUpAndIn(server.app, 'kim.b')];
    const chatId = await group(alice, [jo, kim]);
    const clientId = randomUUID();
    const messageId = await said(jo, chatId, 'to the group', { clientId });
    expect((await say(jo, chatId, 'to the group', { clientId })).body.data.messageId).toBe(messageId);
    expect(statusOf(await write(jo, kim, 'to kim', { clientId }))).toEqual([404, 'not-found']);
    await alice.delete(`/chats/${chatId}/members/${jo.userId}`);
    expect(statusOf(await say(jo, chatId, 'to the group', { clientId }))).toEqual([404, 'not-found']);
    expect(statusOf(await write(jo, kim, 'to kim', { clientId }))).toEqual([404, 'not-found']);
    // Who is added again sees nothing from before, neither an own message nor the reactions to it since.
    await kim.call('PUT', `/messages/${messageId}/reactions`, { emoji: '🌊' });
    expect((await add(alice, chatId, jo)).status).toBe(200);
    expect(statusOf(await say(jo, chatId, 'to the group', { clientId }))).toEqual([404, 'not-found']);
  });

  it('a caller can only add members who accept messages from them', async () => {
    const hedy = await signUpAndIn(server.app, 'hedy.shy');
    await hedy.patch(`/users/${hedy.userId}`, { messagesFrom: 'nobody' });
    const chatId = await group(alice, [bob, carol]);
    expect(statusOf(await open(alice, [hedy]))).toEqual([403, 'closed']);
    expect(statusOf(await open(alice, [bob, hedy], 'x'))).toEqual([403, 'closed']);
    expect(statusOf(await add(alice, chatId, hedy))).toEqual([403, 'closed']);
  });
});

describe('the size of a group', () => {
  it('is fifty members at most, also under concurrency', async () => {
    const chatId = await group(alice, [bob, carol]);
    await sql(
      `with made as (
         insert into users (user_name, email, identity_uid, auth_provider, password_hash)
         select 'full' || i, 'full' || i || '@kith.test', 'full-' || i, 'email', '-' from generate_series(1, 51) i returning id
       ) insert into memberships (chat_id, user_id) select $1, id from made order by id limit 46`,
      [chatId],
    );
    const rest = await sql(`select id from users where user_name like 'full%' order by id offset 46`);
    const last = await Promise.all(
      rest.map(({ id }) => alice.post(`/chats/${chatId}/members`, { userId: Number(id) })),
    );
    expect(last.map(statusOf).filter(([status]) => status === 200)).toHaveLength(1);
    expect(last.map(statusOf).filter(([, code]) => code === 'chat-full')).toHaveLength(4);
  });
});

describe('a muted chat', () => {
  it('does not count in any badge until it is unmuted', async () => {
    const una = await signUpAndIn(server.app, 'una.mutes');
    const chatId = await group(alice, [bob, una]);
    const direct = (await open(una, [alice])).body.data.chatId;
    const unread = async () => (await una.get('/messages/unread')).body.data;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    for (const each of [chatId, direct])
      expect((await una.patch(`/chats/${each}`, { mutedUntil: until })).body.data.mutedUntil).toBe(until);
    await say(alice, chatId, 'a');
    await say(alice, direct, 'b');
    expect(await unread()).toEqual({ count: 0, conversations: 0 });
    expect(await listed(una, direct)).toMatchObject({ unreadCount: 1, mutedUntil: until });
    for (const each of [chatId, direct])
      expect((await una.patch(`/chats/${each}`, { mutedUntil: null })).body.data.mutedUntil).toBeNull();
    expect(await unread()).toEqual({ count: 2, conversations: 2 });
    expect((await bob.get(`/chats/${chatId}`)).body.data.mutedUntil).toBeNull();
  });
});

describe('the list of chats', () => {
  it('is paged by last message, direct chats and groups together', async () => {
    const zoe = await signUpAndIn(server.app, 'zoe.list');
    const made = [
      await group(zoe, [alice, bob]),
      (await open(zoe, [carol])).body.data.chatId,
      (await open(zoe, [alice])).body.data.chatId,
    ];
    await say(zoe, made[2], 'x');
    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await zoe.get(`/chats?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      pages.push(...body.data.map((chat: { chatId: number }) => chat.chatId));
      cursor = body.nextCursor;
    } while (cursor);
    expect(pages).toEqual([made[2], made[0], made[1]]);
    await zoe.post('/blocks', { userId: alice.userId });
    expect((await zoe.get('/chats')).body.data.map((chat: { chatId: number }) => chat.chatId)).toEqual([
      made[0],
      made[1],
    ]);
  });
});

describe('search in messages', () => {
  const find = async (who: Person, query: string, chatId?: number): Promise<string[]> =>
    (
      await who.get(`/messages/search?query=${encodeURIComponent(query)}${chatId ? `&chatId=${chatId}` : ''}`)
    ).body.data.map(({ content }: { content: string }) => content);

  it('finds messages that contain the words in the caller’s own chats, newest first', async () => {
    const [pat, quin] = [await signUpAndIn(server.app, 'pat.finds'), await signUpAndIn(server.app, 'quin.finds')];
    const direct = (await open(pat, [quin])).body.data.chatId;
    const chatId = await group(pat, [quin, alice]);
    await write(pat, quin, 'Der Żółw and the tomato');
    const later = await said(quin, chatId, 'A tomato, a TOMATO and a zolw');
    await say(quin, chatId, 'nothing of it');
    expect(await find(pat, 'tomato')).toEqual(['A tomato, a TOMATO and a zolw', 'Der Żółw and the tomato']);
    expect(await find(pat, 'ZOLW tomato', direct)).toEqual(['Der Żółw and the tomato']);
    expect(await find(alice, 'zolw')).toEqual(['A tomato, a TOMATO and a zolw']);
    // The last word of a query may be a prefix, whether it is the only word or follows a longer or a shorter word.
    for (const query of ['toma', 't', 'tomato the tomat', 'zolw and toma', 'and zolw'])
      expect([query, (await find(pat, query)).at(-1)]).toEqual([query, 'Der Żółw and the tomato']);
    expect(await find(pat, 'nothing o', chatId)).toEqual(['nothing of it']);
    expect(await find(pat, 'tomato th')).toEqual(['Der Żółw and the tomato']);
    for (const query of ['omato', 'tomat the', 'tomato cucumber', 'tomato cucu', '!!!', '%'])
      expect(await find(pat, query)).toEqual([]);
    expect(await find(carol, 'tomato')).toEqual([]);
    expect(statusOf(await carol.get(`/messages/search?query=x&chatId=${chatId}`))).toEqual([404, 'not-found']);
    expect((await pat.get('/messages/search?query=')).status).toBe(400);
    await quin.patch(`/messages/${later}`, { content: 'a cucumber' });
    expect([await find(alice, 'tomato'), await find(alice, 'cucumber')]).toEqual([[], ['a cucumber']]);
    await quin.delete(`/messages/${later}`);
    expect(await find(alice, 'cucumber')).toEqual([]);
    const newcomer = await signUpAndIn(server.app, 'new.comer');
    await add(pat, chatId, newcomer);
    expect(await find(newcomer, 'nothing')).toEqual([]);
    await alice.post('/blocks', { userId: quin.userId });
    expect(await find(alice, 'nothing')).toEqual([]);
    await remove(quin, chatId, quin);
    expect(await find(quin, 'nothing')).toEqual([]);
  });

  it('is paged', async () => {
    const ruth = await signUpAndIn(server.app, 'ruth.finds');
    const { chatId } = (await open(ruth, [alice])).body.data;
    for (const text of ['one', 'two', 'three', 'four', 'five']) await said(alice, chatId, `words ${text}`);
    const first = (await ruth.get('/messages/search?query=words&limit=3')).body;
    const rest = (await ruth.get(`/messages/search?query=words&limit=3&cursor=${first.nextCursor}`)).body;
    expect([first.data.length, rest.data.length, rest.nextCursor]).toEqual([3, 2, undefined]);
  });
});
