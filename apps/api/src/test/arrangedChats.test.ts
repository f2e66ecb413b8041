import { describe, expect, it } from 'vitest';
import { openChat, say, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** Chats that a member has pinned or archived. */
const { server } = await serverForFile({ RATE_LIMIT: 'off' });

const arrange = (who: Person, chatId: number, what: { pinned?: boolean; archived?: boolean }) =>
  who.patch(`/chats/${chatId}`, what);
const ids = (body: { data: { chatId: number }[] }): number[] => body.data.map(({ chatId }) => chatId);
const listed = async (who: Person, query = ''): Promise<number[]> => ids((await who.get(`/chats${query}`)).body);
const archived = (who: Person) => listed(who, '?archived=true');

/** Two members with a direct chat and, newer, a group with a third member, both with an unread message to the first member. */
async function directAndGroup() {
  const [ana, ben, eve] = (await signUpAnew(server, 'ana', 'ben', 'eve')) as [Person, Person, Person];
  const direct = await openChat(ana, [ben]);
  const group = await openChat(ana, [ben, eve]);
  for (const chatId of [direct, group]) await say(ben, chatId, 'first');
  return { ana, ben, eve, direct, group };
}

describe('a pinned chat', () => {
  it('comes first for the member who pinned it, whether direct or a group, and on every page', async () => {
    const { ana, ben, eve, direct, group } = await directAndGroup();
    const late = await openChat(ana, [eve]);
    await say(ana, late, 'last');
    expect(await listed(ana)).toEqual([late, group, direct]);
    for (const chatId of [direct, group]) {
      const { status, body } = await arrange(ana, chatId, { pinned: true });
      expect([status, body.data]).toMatchObject([200, { pinned: true, archived: false }]);
    }
    expect(await listed(ana)).toEqual([group, direct, late]);
    const pages: number[] = [];
    let cursor = '';
    do {
      const { body } = await ana.get(`/chats?limit=1${cursor}`);
      pages.push(...ids(body));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
    } while (cursor);
    expect(pages).toEqual([group, direct, late]);
    expect((await ben.get(`/chats/${direct}`)).body.data.pinned).toBe(false);
    expect(await listed(ben)).toEqual([group, direct]);
    for (const _ of 'ab') expect((await arrange(ana, group, { pinned: false })).body.data.pinned).toBe(false);
    expect(await listed(ana)).toEqual([direct, late, group]);
  });

  it('is one of five at most, also under concurrency', async () => {
    const [ana, ...others] = await signUpAnew(server, 'ana', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7');
    const chats = await Promise.all(others.map((other) => openChat(ana, [other])));
    const pinned = await Promise.all(chats.map((chatId) => arrange(ana, chatId, { pinned: true })));
    expect(pinned.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const each of pinned.filter(({ status }) => status !== 200))
      expect(statusOf(each)).toEqual([409, 'too-many-pinned']);
    const five = chats.filter((_, index) => pinned[index]?.status === 200);
    const sixth = chats.find((chatId) => !five.includes(chatId)) as number;
    expect((await arrange(ana, five[0] as number, { pinned: true })).status).toBe(200);
    await arrange(ana, five[0] as number, { pinned: false });
    expect((await arrange(ana, sixth, { pinned: true })).status).toBe(200);
  });

  it('is no longer pinned once its member is blocked, and can be neither pinned nor archived while it is a request', async () => {
    const [ana, ben, eve] = (await signUpAnew(server, 'ana', 'ben', 'eve')) as [Person, Person, Person];
    const chatId = await openChat(ana, [ben]);
    await arrange(ana, chatId, { pinned: true });
    await ana.post('/blocks', { userId: ben.userId });
    await ana.delete('/blocks', { userId: ben.userId });
    expect((await ana.get(`/chats/${chatId}`)).body.data.pinned).toBe(false);
    const asked = (await write(eve, ana, 'Hello?')).body.data.chatId;
    for (const what of [{ pinned: true }, { archived: true }])
      expect(statusOf(await arrange(ana, asked, what))).toEqual([403, 'forbidden']);
    expect((await arrange(ana, chatId, { pinned: true, archived: true })).status).toBe(400);
    expect((await arrange(ana, chatId, { pinned: 'yes' as never })).status).toBe(400);
    expect(statusOf(await arrange(eve, chatId, { pinned: true }))).toEqual([404, 'not-found']);
  });
});

describe('an archived chat', () => {
  it.each(['direct', 'group'] as const)(
    'leaves the list and the badge of its member alone, and the next message brings it back: %s',
    async (kind) => {
      const { ana, ben, direct, group } = await directAndGroup();
      const [chatId, other] = kind === 'direct' ? [direct, group] : [group, direct];
      const unread = async () => (await ana.get('/messages/unread')).body.data.conversations;
      await arrange(ana, chatId, { pinned: true });
      expect(await unread()).toBe(2);
      for (const from of [ben, ana]) {
        const { body } = await arrange(ana, chatId, { archived: true });
        expect(body.data).toMatchObject({ pinned: false, archived: true });
        expect([await listed(ana), await archived(ana), await unread()]).toEqual([[other], [chatId], 1]);
        expect([new Set(await listed(ben)), await archived(ben)]).toEqual([new Set([group, direct]), []]);
        await say(from, chatId, 'back again');
        expect([await listed(ana), await archived(ana), await unread()]).toEqual([[chatId, other], [], 2]);
      }
    },
  );

  it('is found by its name, can be pinned, and returns to the list on request', async () => {
    const { ana, ben, direct, group } = await directAndGroup();
    await arrange(ana, direct, { archived: true });
    expect(await listed(ana, `?query=${ben.userName}`)).toEqual([direct]);
    await arrange(ana, direct, { archived: false });
    expect([await listed(ana), await archived(ana)]).toEqual([[group, direct], []]);
    await arrange(ana, direct, { archived: true });
    expect((await arrange(ana, direct, { pinned: true })).body.data).toMatchObject({ pinned: true, archived: false });
    expect([await listed(ana), await archived(ana)]).toEqual([[direct, group], []]);
  });

  it('stays archived at an event of its group, and at a message that its member may not read', async () => {
    const { ana, ben, eve, group } = await directAndGroup();
    await arrange(ana, group, { archived: true });
    await ben.patch(`/chats/${group}`, { name: 'Renamed' });
    await ana.post('/blocks', { userId: eve.userId });
    await say(eve, group, 'hidden');
    expect(await archived(ana)).toEqual([group]);
    await say(ben, group, 'seen');
    expect(await archived(ana)).toEqual([]);
  });

  it('is announced to the member’s other devices, and to nobody else', async () => {
    const { ana, ben, group } = await directAndGroup();
    const received = await new EventRecorder(server).listen([ana, ben]);
    for (const what of [{ pinned: true }, { archived: true }]) await arrange(ana, group, what);
    await received.untilReceived(ana, 2, ({ name }) => name === 'chat.changed');
    expect(received.names(ben)).not.toContain('chat.changed');
    received.close();
  });
});
