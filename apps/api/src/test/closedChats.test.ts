import { randomUUID } from 'node:crypto';
import { probe } from '@kith/db/testing';
import { disableUser } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, carol } = await castForFile();

const statusOf = ({ status, body }: Reply) => [status, body.code ?? 'sent'];
const say = (from: Person, to: Person, more: object = {}) =>
  from.post('/messages', { senderId: from.userId, receiverId: to.userId, content: 'hello', ...more });
const choose = (who: Person, messagesFrom: unknown) => who.patch(`/users/${who.userId}`, { messagesFrom });

let people = 0;
const newcomer = (name: string) => signUpAndIn(server.app, `${name}${++people}`);

const closed = [403, 'closed'];
const sent = [201, 'sent'];
const notFound = [404, 'not-found'];

/**
 * The response to a message, for each relation of its sender to the receiving member (the rows) and for each choice of that
 * member about who may write to them (the columns).
 */
const table: [relation: string, everyone: unknown[], following: unknown[], nobody: unknown[]][] = [
  ['a stranger', sent, closed, closed],
  ['a follower', sent, closed, closed],
  ['whom they follow', sent, sent, closed],
  ['who wrote before', sent, sent, sent],
  ['whom they wrote to', sent, sent, sent],
  ['who asked to follow them', sent, closed, closed],
  ['a moderator', sent, closed, closed],
  ['blocked', notFound, notFound, notFound],
  ['a blocker', notFound, notFound, notFound],
];

const relate: Record<string, (writer: Person, member: Person) => Promise<unknown>> = {
  'a stranger': async () => {},
  'a follower': (writer, member) => follow(writer, member),
  'whom they follow': (writer, member) => follow(member, writer),
  'who wrote before': (writer, member) => say(writer, member),
  'whom they wrote to': (writer, member) => say(member, writer),
  'who asked to follow them': async (writer, member) => {
    await member.patch(`/users/${member.userId}`, { visibility: 'private' });
    await follow(writer, member);
  },
  'a moderator': ({ userId }) =>
    probe(server.deps.domain.db, 'update users set moderator = true where id = $1', [userId]),
  blocked: (writer, member) => member.post('/blocks', { userId: writer.userId }),
  'a blocker': (writer, member) => writer.post('/blocks', { userId: member.userId }),
};

describe('who may start a chat', () => {
  it.each(table)('%s', async (relation, everyone, following, nobody) => {
    const expected = { everyone, following, nobody };
    for (const choice of ['nobody', 'following', 'everyone'] as const) {
      const [writer, member] = [await newcomer('writer'), await newcomer('member')];
      await relate[relation]?.(writer, member);
      expect((await choose(member, choice)).body.data.messagesFrom).toBe(choice);
      expect([choice, ...statusOf(await say(writer, member))]).toEqual([choice, ...expected[choice]]);
    }
  });

  it('ignores a message from a deleted member', async () => {
    const gone = await newcomer('gone');
    await choose(gone, 'nobody');
    await disableUser(server.deps.domain, { userName: gone.userName });
    expect(statusOf(await say(carol, gone))).toEqual(notFound);
    const caller = await newcomer('caller');
    await disableUser(server.deps.domain, { userName: caller.userName });
    expect((await say(caller, carol)).status).toBe(401);
  });

  it('opens when the member answers, and answers a retry of an earlier message as before', async () => {
    const [writer, member] = [await newcomer('writer'), await newcomer('member')];
    const clientId = randomUUID();
    const first = await say(writer, member, { clientId });
    await choose(member, 'nobody');
    expect((await say(writer, member, { clientId })).body.data).toEqual(first.body.data);
    const [other, shut] = [await newcomer('other'), await newcomer('shut')];
    await choose(shut, 'nobody');
    expect(statusOf(await say(other, shut, { clientId }))).toEqual(closed);
    expect(statusOf(await say(shut, other))).toEqual(sent);
    expect(statusOf(await say(other, shut, { clientId }))).toEqual(sent);
  });

  it('is a setting that applies to typing as well, and that only the member can read and change', async () => {
    const [writer, member] = [await newcomer('writer'), await newcomer('member')];
    await follow(writer, member);
    await choose(member, 'nobody');
    const received = await new EventRecorder(server).listen([member]);
    const typing = () => writer.mutate('messages.typing', { withUserId: member.userId });
    expect((await typing()).status).toBe(200);
    await choose(member, 'everyone');
    await typing();
    await received.untilReceived(member, 1);
    expect(received.names(member)).toEqual(['chat.typing']);
    received.close();
    const profile = (await writer.query('users.byId', { userId: member.userId })).body.result.data;
    expect(profile).not.toHaveProperty('messagesFrom');
    expect((await writer.patch(`/users/${member.userId}`, { messagesFrom: 'nobody' })).status).toBe(403);
    expect((await choose(member, 'friends')).status).toBe(400);
  });
});
