import { describe, expect, it } from 'vitest';
import { openChat, statusOf } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, carol } = await castForFile({ RATE_LIMIT: 'off' });

const send = async (who: Person, chatId: number, content: string): Promise<number> =>
  (await who.post(`/chats/${chatId}/messages`, { content })).body.data.messageId;
const seen = (who: Person, chatId: number, messageId: number) => who.patch(`/chats/${chatId}/read`, { messageId });
const mute = (who: Person, chatId: number) =>
  who.patch(`/chats/${chatId}`, { mutedUntil: new Date(Date.now() + 3_600_000).toISOString() });
const badge = async (who: Person) => (await who.get('/messages/unread')).body.data.conversations;
const mentioned = async (who: Person, chatId: number) => (await who.get(`/chats/${chatId}`)).body.data.mentioned;
const readersOf = async (who: Person, messageId: number) =>
  (await who.get(`/messages/${messageId}/readers`)).body.data.map(({ userId }: { userId: number }) => userId);

describe('a mention in a group chat', () => {
  it('counts as unread for the mentioned member until it is read, even though the group is muted', async () => {
    const una = await signUpAndIn(server.app, 'una.lake');
    const chatId = await openChat(alice, [bob, una]);
    await mute(una, chatId);
    await send(alice, chatId, 'Who comes?');
    expect([await badge(una), await mentioned(una, chatId)]).toEqual([0, false]);
    const newest = await send(alice, chatId, `You, @${una.userName.toUpperCase()}?`);
    expect([await badge(una), await mentioned(una, chatId)]).toEqual([1, true]);
    expect([await mentioned(bob, chatId), await mentioned(alice, chatId)]).toEqual([false, false]);
    await una.call('PATCH', '/notifications/settings', { tags: false });
    expect(await badge(una)).toBe(0);
    await una.call('PATCH', '/notifications/settings', { tags: true });
    await seen(una, chatId, newest);
    expect([await badge(una), await mentioned(una, chatId)]).toEqual([0, false]);
  });

  it('has no effect if one of the two members has blocked the other, or for non-members', async () => {
    const [dora, out] = [await signUpAndIn(server.app, 'dora.lake'), await signUpAndIn(server.app, 'out.lake')];
    const chatId = await openChat(alice, [bob, dora]);
    await mute(dora, chatId);
    await dora.post('/blocks', { userId: bob.userId });
    await send(bob, chatId, `@${dora.userName} @${out.userName} @${bob.userName}`);
    expect([await badge(dora), await badge(out), await mentioned(dora, chatId)]).toEqual([0, 0, false]);
    expect(await mentioned(bob, chatId)).toBe(false);
  });
});

describe('read receipts of a group message', () => {
  it('are shown to its sender only, with as many names as the count', async () => {
    const [emil, fay] = [await signUpAndIn(server.app, 'emil.lake'), await signUpAndIn(server.app, 'fay.lake')];
    const chatId = await openChat(emil, [bob, carol, fay]);
    const messageId = await send(emil, chatId, 'Read me');
    expect(await readersOf(emil, messageId)).toEqual([]);
    for (const who of [bob, fay]) await seen(who, chatId, messageId);
    expect(await readersOf(emil, messageId)).toEqual([fay.userId, bob.userId]);
    const page = (await emil.get(`/messages/${messageId}/readers?limit=1`)).body;
    expect(page.data).toHaveLength(1);
    expect((await emil.get(`/messages/${messageId}/readers?cursor=${page.nextCursor}`)).body.data).toMatchObject([
      { userId: bob.userId },
    ]);
    const readCount = async () => (await emil.get(`/chats/${chatId}/messages`)).body.data[0].readCount;
    expect(await readCount()).toBe(2);
    await fay.post('/blocks', { userId: emil.userId });
    expect([await readersOf(emil, messageId), await readCount()]).toEqual([[bob.userId], 1]);
    await fay.delete('/blocks', { userId: emil.userId });

    const readers = (who: Person) => who.get(`/messages/${messageId}/readers`);
    expect(statusOf(await readers(bob))).toEqual([403, 'forbidden']);
    expect(statusOf(await readers(alice))).toEqual([404, 'not-found']);
    expect(statusOf(await alice.get('/messages/999999/readers'))).toEqual([404, 'not-found']);
    await emil.delete(`/chats/${chatId}/members/${emil.userId}`);
    expect(statusOf(await readers(emil))).toEqual([404, 'not-found']);
  });
});
