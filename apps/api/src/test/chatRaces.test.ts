import { eraseChat, recountCounters } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { openChat, write } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** These tests change a group concurrently, and check the state that remains. */
const { server, sql } = await serverForFile({ RATE_LIMIT: 'off' });
let alice: Person;
let bob: Person;
let carol: Person;
let dora: Person;

beforeEach(async () => {
  [alice, bob, carol, dora] = await signUpAnew(server, 'alice', 'bob', 'carol', 'dora');
});

const send = (who: Person, chatId: number, content: string) => who.post(`/chats/${chatId}/messages`, { content });
const leave = (who: Person, chatId: number, whom = who) => who.delete(`/chats/${chatId}/members/${whom.userId}`);
const add = (who: Person, chatId: number, whom: Person) =>
  who.post(`/chats/${chatId}/members`, { userId: whom.userId });
type Line = { event: string | null; content: string; sender: { userId: number } };
const linesOf = async (who: Person, chatId: number): Promise<Line[]> =>
  (await who.get(`/chats/${chatId}/messages`)).body.data.toReversed();
const intact = async () => expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });

describe('under concurrency', () => {
  it('a message sent while its sender is removed is either ordered before the removal or refused', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const sending = Array.from({ length: 12 }, (_, n) => send(bob, chatId, `line ${n}`));
    const [removed, ...sent] = await Promise.all([leave(alice, chatId, bob), ...sending]);
    expect(removed.status).toBe(200);
    const lines = await linesOf(carol, chatId);
    expect(lines.at(-1)?.event).toBe('removed');
    expect(sent.every(({ status }) => status === 201 || status === 404)).toBe(true);
    const taken = sent.filter(({ status }) => status === 201).length;
    expect(lines.filter(({ sender, event }) => sender.userId === bob.userId && event === null)).toHaveLength(taken);
    expect((await carol.get(`/chats/${chatId}`)).body.data.unreadCount).toBe(taken);
    await intact();
  });

  it('two members who add the same person add them once, and three last members who leave delete the group once', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const both = await Promise.all([add(alice, chatId, dora), add(bob, chatId, dora), add(carol, chatId, dora)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await linesOf(alice, chatId)).map(({ event }) => event)).toEqual(['made', 'added']);
    expect((await dora.get(`/chats/${chatId}`)).body.data.users).toHaveLength(4);

    const gone = await Promise.all([alice, bob, carol, dora].map((who) => leave(who, chatId)));
    expect(gone.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eraseChat(server.deps.domain, { chatId });
    for (const table of ['chats where id', 'memberships where chat_id', 'messages where chat_id'])
      expect(await sql(`select from ${table} = $1`, [chatId])).toEqual([]);
  });

  it('somebody added while the last member leaves is in the group, or the group is deleted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const chatId = await openChat(alice, [bob, carol]);
      await leave(bob, chatId);
      await leave(carol, chatId);
      const [added, left] = await Promise.all([add(alice, chatId, dora), leave(alice, chatId)]);
      expect(left.status).toBe(200);
      await eraseChat(server.deps.domain, { chatId });
      const there = (await dora.get(`/chats/${chatId}`)).status;
      const lines = await sql('select event from messages where chat_id = $1', [chatId]);
      expect([there, lines.length > 0]).toEqual(there === 200 ? [200, true] : [404, false]);
      if (there === 404) expect(added.status).not.toBe(500);
      else expect((await dora.get(`/chats/${chatId}`)).body.data.makerId).toBe(dora.userId);
    }
    await intact();
  });

  it('accepting a request while its sender writes loses no message', async () => {
    const say = (n: number) => write(dora, alice, `line ${n}`);
    const { chatId } = (await say(0)).body.data;
    const all = await Promise.all([say(1), alice.post(`/chats/${chatId}/accept`), say(2), say(3)]);
    expect(all.map(({ status }) => status)).toEqual([201, 200, 201, 201]);
    expect((await alice.get('/chats')).body.data).toMatchObject([{ chatId, unreadCount: 4, request: false }]);
    await intact();
  });
});

describe('a recount', () => {
  it('corrects the unread count of a member of a group', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    for (const text of ['one', 'two']) await send(alice, chatId, text);
    await sql('update memberships set unread_count = 7 where chat_id = $1 and user_id = $2', [chatId, bob.userId]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 1 });
    expect((await bob.get(`/chats/${chatId}`)).body.data.unreadCount).toBe(2);
    await intact();
  });
});
