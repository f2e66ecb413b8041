import { describe, expect, it } from 'vitest';
import { openChat, say, statusOf } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

// These tests read the messages around a given message or time. The web app does so when a member opens a search result or
// chooses a date.
const { server, sql, alice, bob, carol } = await castForFile();
const outsider = await signUpAndIn(server.app, 'out.sider');

const words = ({ body }: Reply): string[] =>
  body.data.map(({ event, content }: { event: string | null; content: string }) => event ?? content);

/** Sends the lines 1 to `count`, a day apart, the first on 2 January 2020; returns their ids. */
async function sendNumbered(chatId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= count; n++) {
    const who = n % 2 ? alice : bob;
    ids.push((await say(who, chatId, `line ${n}`)).body.data.messageId);
  }
  return ids;
}
const age = (ids: number[]) =>
  sql(
    `update messages set created_at = timestamptz '2020-01-01' + n * interval '1 day'
     from unnest($1::bigint[]) with ordinality sent (id, n) where messages.id = sent.id`,
    [ids],
  );

describe('the page of messages around a given message', () => {
  it('has half before and half after it, in direct chats and groups, and pages on in both directions', async () => {
    for (const others of [[bob], [bob, carol]]) {
      const chatId = await openChat(alice, others);
      const ids = await sendNumbered(chatId, 9);
      const around = (who: Person, more: string) => who.get(`/chats/${chatId}/messages?${more}`);
      const middle = await around(bob, `limit=4&aroundMessageId=${ids[4]}`);
      expect(words(middle)).toEqual(['line 7', 'line 6', 'line 5', 'line 4']);
      expect(words(await around(bob, `limit=2&cursor=${middle.body.nextCursor}`))).toEqual(['line 3', 'line 2']);
      expect(words(await around(bob, `limit=4&aroundMessageId=${ids[8]}`))).toEqual(['line 9', 'line 8']);
      // The id of a message in another chat leads to the position in this chat where a message with that id would be.
      expect(words(await around(alice, `limit=2&aroundMessageId=${(ids[8] ?? 0) + 1_000_000}`))).toEqual(['line 9']);
      expect(statusOf(await around(outsider, `aroundMessageId=${ids[4]}`))).toEqual([404, 'not-found']);
      expect((await around(alice, 'aroundMessageId=0')).status).toBe(400);
      expect((await around(alice, 'aroundTime=soon')).status).toBe(400);
    }
  });

  it('can be requested by time, including before the first and after the last message', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    await sql(`update messages set created_at = '2019-01-01'`);
    const ids = await sendNumbered(chatId, 9);
    await age(ids);
    const at = async (time: string) => words(await alice.get(`/chats/${chatId}/messages?limit=2&aroundTime=${time}`));
    expect(await at('2020-01-05T00:00:00.000Z')).toEqual(['line 4', 'line 3']);
    expect(await at('2020-01-06T12:00:00.000Z')).toEqual(['line 6', 'line 5']);
    expect(await at('1999-01-01T00:00:00.000Z')).toEqual(['made']);
    expect(await at('2040-01-01T00:00:00.000Z')).toEqual(['line 9']);
    expect(statusOf(await outsider.get(`/chats/${chatId}/messages?aroundTime=2020-01-05T00:00:00.000Z`))).toEqual([
      404,
      'not-found',
    ]);
  });

  it('shows a new group member nothing from before they joined, and a former member nothing at all', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const ids = await sendNumbered(chatId, 4);
    await carol.delete(`/chats/${chatId}/members/${carol.userId}`);
    expect(statusOf(await carol.get(`/chats/${chatId}/messages?aroundMessageId=${ids[1]}`))).toEqual([
      404,
      'not-found',
    ]);
    await alice.post(`/chats/${chatId}/members`, { userId: carol.userId });
    expect(words(await carol.get(`/chats/${chatId}/messages?aroundMessageId=${ids[1]}`))).toEqual(['added']);
    expect(words(await carol.get(`/chats/${chatId}/messages?aroundTime=1999-01-01T00:00:00.000Z`))).toEqual(['added']);
  });

  it('shows the messages of a blocked member without their text', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const [, ofBob] = await sendNumbered(chatId, 3);
    await carol.post('/blocks', { userId: bob.userId });
    const { body } = await carol.get(`/chats/${chatId}/messages?limit=3&aroundMessageId=${ofBob}`);
    expect(body.data.map(({ folded, content }: { folded: boolean; content: string }) => folded || content)).toEqual([
      'line 3',
      true,
      'line 1',
    ]);
  });
});
