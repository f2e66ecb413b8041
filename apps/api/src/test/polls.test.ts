import { randomUUID } from 'node:crypto';
import type { LiveItem } from '@kith/contracts';
import { exportLists } from '@kith/db';
import { disableUser, eraseUser, recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow, openChat, publish, say, statusOf, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile({ PUBLIC_PAGES: 'on' });
const { domain } = server.deps;

interface Poll {
  id: number;
  voters: number;
  closed: boolean;
  options: { id: number; text: string; votes: number | null; mine: boolean }[];
}

const texts = ['Lake', 'Hills', 'Sea'];
const ask = async (more: object = {}, post: object = {}): Promise<Poll & { postId: number }> => {
  const poll = { options: texts, ...more };
  const { status, body } = await alice.post('/posts', { userId: alice.userId, caption: 'Where to?', poll, ...post });
  expect(status).toBe(201);
  return { ...body.data.poll, postId: body.data.postId };
};
const vote = (who: Person, { id }: Poll, ...optionIds: (number | undefined)[]) =>
  who.call('PUT', `/polls/${id}/vote`, { optionIds });
const close = (who: Person, { id }: Poll) => who.call('PUT', `/polls/${id}/close`);
const seen = async (who: Person, postId: number): Promise<Poll> => (await who.get(`/posts/${postId}`)).body.data.poll;
const votesOf = ({ options }: Poll) => options.map(({ votes }) => votes);
const mineOf = ({ options }: Poll) => options.map(({ mine }) => mine);
/** The counters of a poll, and the same numbers counted from the votes. */
const counted = async ({ id }: Poll) => {
  const [row] = await sql(
    `select l.voters_count as voters,
       (select count(distinct v.user_id)::int from poll_votes v join poll_options o on o.id = v.option_id where o.poll_id = l.id) as real,
       array(select votes_count from poll_options where poll_id = l.id order by position) as votes,
       array(select (select count(*)::int from poll_votes v where v.option_id = o.id)
         from poll_options o where o.poll_id = l.id order by position) as rows
     from polls l where l.id = $1`,
    [id],
  );
  expect([row?.voters, row?.votes]).toEqual([row?.real, row?.rows]);
  return [row?.voters, row?.votes];
};

describe('a vote', () => {
  it('shows the numbers to who has voted, can be changed and taken back, and counts once', async () => {
    const poll = await ask();
    const [lake, hills] = poll.options;
    expect(votesOf(await seen(bob, poll.postId))).toEqual([null, null, null]);
    const first = (await vote(bob, poll, lake?.id)).body.data;
    expect([first.voters, votesOf(first), mineOf(first)]).toEqual([1, [1, 0, 0], [true, false, false]]);
    expect((await vote(bob, poll, lake?.id)).body.data).toEqual(first);
    expect(votesOf((await vote(bob, poll, hills?.id)).body.data)).toEqual([0, 1, 0]);
    expect(await seen(bob, poll.postId)).toMatchObject({ voters: 1, options: [{}, { votes: 1, mine: true }, {}] });
    expect(votesOf(await seen(carol, poll.postId))).toEqual([null, null, null]);
    expect(votesOf(await seen(alice, poll.postId))).toEqual([0, 1, 0]);
    const none = (await vote(bob, poll)).body.data;
    expect([none.voters, votesOf(none)]).toEqual([0, [null, null, null]]);
    expect(await counted(poll)).toEqual([0, [0, 0, 0]]);
  });

  it('names one option, or several where the poll says so, and only its own', async () => {
    const [one, several] = [await ask(), await ask({ multiple: true })];
    const ids = one.options.map(({ id }) => id);
    expect(statusOf(await vote(bob, one, ...ids.slice(0, 2)))).toEqual([400, 'invalid-vote']);
    expect(statusOf(await vote(bob, one, several.options[0]?.id))).toEqual([400, 'invalid-vote']);
    expect((await vote(bob, one, 0)).status).toBe(400);
    const both = several.options.map(({ id }) => id).slice(1);
    expect(votesOf((await vote(bob, several, ...both, both[0])).body.data)).toEqual([0, 1, 1]);
    expect(await counted(several)).toEqual([1, [0, 1, 1]]);
    expect(await counted(one)).toEqual([0, [0, 0, 0]]);
  });

  it('is refused after the closing, as `closed` over REST, and the numbers are then seen by everybody', async () => {
    const poll = await ask();
    const [lake] = poll.options;
    await vote(bob, poll, lake?.id);
    expect(statusOf(await close(bob, poll))).toEqual([403, 'forbidden']);
    const closed = (await close(alice, poll)).body.data;
    expect([closed.closed, votesOf(closed)]).toEqual([true, [1, 0, 0]]);
    expect((await close(alice, poll)).body.data).toEqual(closed);
    expect(statusOf(await vote(carol, poll, lake?.id))).toEqual([409, 'closed']);
    const { body } = await carol.mutate('polls.vote', { pollId: poll.id, optionIds: [] });
    expect(body.error.data.kith).toMatchObject({ code: 'poll-closed', message: 'This poll is closed.' });
    expect(votesOf(await seen(carol, poll.postId))).toEqual([1, 0, 0]);
    const timed = await ask({ closesInSeconds: 3_600 });
    await vote(bob, timed, timed.options[0]?.id);
    await sql(`update polls set closes_at = now() - interval '1 second' where id = $1`, [timed.id]);
    expect(statusOf(await vote(bob, timed))).toEqual([409, 'closed']);
    const openapi = (await alice.get('/openapi.json')).body.components.schemas.Failure.properties.code.enum;
    expect([openapi.includes('closed'), openapi.includes('poll-closed')]).toEqual([true, false]);
  });

  it('is possible only where the poll is seen', async () => {
    const poll = await ask({ named: true }, { audience: 'private' });
    for (const id of [poll.id, 999_999])
      for (const [method, path] of [
        ['PUT', 'vote'],
        ['PUT', 'close'],
        ['GET', 'votes'],
      ] as const)
        expect(
          statusOf(await bob.call(method, `/polls/${id}/${path}`, path === 'vote' ? { optionIds: [] } : undefined)),
        ).toEqual([404, 'not-found']);
  });

  it('goes with its post, and stays when the caption is edited', async () => {
    const poll = await ask();
    await vote(bob, poll, poll.options[0]?.id);
    const edited = (await alice.patch(`/posts/${poll.postId}`, { caption: 'Where shall we go?' })).body.data;
    expect(edited.poll).toMatchObject({ id: poll.id, voters: 1 });
    await alice.delete(`/posts/${poll.postId}`);
    expect((await vote(bob, poll)).status).toBe(404);
    expect(await sql('select from polls where id = $1', [poll.id])).toEqual([]);
  });
});

describe('a new poll', () => {
  it.each([
    [{ options: ['one', ' one '] }, 400],
    [{ options: ['one', 'o\u200bne'] }, 400],
    [{ options: ['caf\u00e9', 'cafe\u0301'] }, 400],
    [{ options: ['one'] }, 400],
    [{ options: ['1', '2', '3', '4', '5', '6', '7'] }, 400],
    [{ options: ['one', ' '] }, 400],
    [{ options: ['one', 'x'.repeat(81)] }, 400],
    [{ options: texts, closesAt: '2020-01-01T00:00:00.000Z' }, 400],
    [{ options: texts, closesInSeconds: 10 }, 400],
    [{ options: [' one', 'ONE '] }, 201],
  ])('%j: %i', async (poll, status) => {
    const post = { userId: alice.userId, caption: 'Which?', poll };
    expect((await alice.post('/posts', post)).status).toBe(status);
    expect((await write(alice, bob, 'Which?', { poll })).status).toBe(status);
  });

  it('whose first answer was lost is found by a repeated call after it closed', async () => {
    const [open, closed] = [60_000, -60_000].map((ahead) => {
      return { options: texts, closesAt: new Date(Date.now() + ahead).toISOString() };
    });
    const clientId = randomUUID();
    const toPost = (poll: unknown) => alice.post('/posts', { userId: alice.userId, caption: 'Which?', poll, clientId });
    const toSend = (poll: unknown) => write(alice, bob, 'Which?', { poll, clientId });
    for (const call of [toPost, toSend]) {
      const made = await call(open);
      expect(made.status).toBe(201);
      expect((await call(closed)).body).toEqual(made.body);
    }
  });

  it('has no numbers on a public page', async () => {
    const poll = await ask();
    await vote(bob, poll, poll.options[0]?.id);
    await close(alice, poll);
    const page = await server.app.inject({ url: `/post/${poll.postId}`, headers: { accept: 'text/html' } });
    expect(page.body).toContain('<ul class="options"><li dir="auto">Lake</li><li dir="auto">Hills</li>');
    expect(page.body).not.toContain('Lake</li>1');
  });
});

describe('votes at the same time', () => {
  it('by one member leave one choice', async () => {
    const poll = await ask();
    const ids = poll.options.map(({ id }) => id);
    const choices = Array.from({ length: 30 }, (_, i) => (i % 4 === 3 ? [] : [ids[i % 3]]));
    const answers = await Promise.all(choices.map((chosen) => vote(bob, poll, ...chosen)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [voters, votes] = await counted(poll);
    expect(votes.reduce((all: number, each: number) => all + each, 0)).toBe(voters);
    expect(voters).toBeLessThanOrEqual(1);
  });

  it('by several members are all counted', async () => {
    const poll = await ask({ multiple: true });
    const ids = poll.options.map(({ id }) => id);
    const people = [alice, bob, carol];
    const calls = Array.from({ length: 10 }, (_, i) => people.map((who, at) => vote(who, poll, ids[(i + at) % 3])));
    await Promise.all(calls.flat());
    await Promise.all(people.map((who) => vote(who, poll, ...ids)));
    expect(await counted(poll)).toEqual([3, [3, 3, 3]]);
  });

  it('are what a recount finds, which corrects what is wrong', async () => {
    const poll = await ask();
    await vote(bob, poll, poll.options[0]?.id);
    expect(await recountCounters(domain)).toEqual({ corrected: 0 });
    await sql('update polls set voters_count = 7 where id = $1', [poll.id]);
    await sql('update poll_options set votes_count = 5 where id = $1', [poll.options[1]?.id]);
    expect(await recountCounters(domain)).toEqual({ corrected: 2 });
    expect(await counted(poll)).toEqual([1, [1, 0, 0]]);
  });

  it('as the closing are either counted before it or refused', async () => {
    const poll = await ask();
    const [first] = poll.options;
    const votes = [bob, carol].map((who) => vote(who, poll, first?.id));
    const [closed, ...answers] = await Promise.all([close(alice, poll), ...votes]);
    expect(closed?.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await counted(poll)).toEqual([accepted, [accepted, 0, 0]]);
  });
});

describe('a poll in a chat', () => {
  const poll = { options: texts };
  const lastPoll = async (who: Person, chatId: number): Promise<Poll> =>
    (await who.get(`/chats/${chatId}/messages`)).body.data.find(({ event }: { event: string | null }) => event === null)
      .poll;

  it('is voted in by those who were in the chat before it, also in a direct chat', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    const chatId = await openChat(alice, [bob, carol]);
    const sent = (await say(alice, chatId, 'Where to?', { poll })).body.data;
    expect(sent).toMatchObject({ content: 'Where to?', poll: { voters: 0, options: texts.map((text) => ({ text })) } });
    await alice.post(`/chats/${chatId}/members`, { userId: dora.userId });
    expect((await vote(bob, sent.poll, sent.poll.options[1].id)).status).toBe(200);
    expect((await vote(dora, sent.poll, sent.poll.options[1].id)).status).toBe(404);
    expect(votesOf(await lastPoll(bob, chatId))).toEqual([0, 1, 0]);
    expect(votesOf(await lastPoll(carol, chatId))).toEqual([null, null, null]);
    expect(statusOf(await close(bob, sent.poll))).toEqual([403, 'forbidden']);
    await alice.patch(`/messages/${sent.messageId}`, { content: 'Where shall we go?' });
    expect((await lastPoll(alice, chatId)).voters).toBe(1);
    await alice.delete(`/messages/${sent.messageId}`);
    expect((await vote(carol, sent.poll, sent.poll.options[1].id)).status).toBe(404);
    expect(await lastPoll(bob, chatId)).toBeNull();
    const direct = (await write(alice, bob, 'When?', { poll })).body.data;
    expect((await vote(bob, direct.poll, direct.poll.options[0].id)).body.data.voters).toBe(1);
    expect((await vote(carol, direct.poll)).status).toBe(404);
  });

  it('is not voted in across a block', async () => {
    const [erin, finn] = [await signUpAndIn(server.app, 'erin'), await signUpAndIn(server.app, 'finn')];
    const chatId = await openChat(alice, [erin, finn]);
    const sent = (await say(erin, chatId, 'Where to?', { poll })).body.data;
    await finn.post('/blocks', { userId: erin.userId });
    expect((await vote(finn, sent.poll, sent.poll.options[0].id)).status).toBe(404);
    expect(await lastPoll(finn, chatId)).toBeNull();
    expect((await vote(alice, sent.poll, sent.poll.options[0].id)).status).toBe(200);
  });

  it('needs the scope of messages', async () => {
    const bot = new Person(server.app, 'bot');
    bot.token = (await bob.post('/tokens', { name: 'bot', scopes: ['read', 'write'] })).body.data.token;
    const inPost = await ask({ named: true });
    expect((await vote(bot, inPost, inPost.options[0]?.id)).status).toBe(200);
    const { poll: inChat } = (await write(alice, bob, 'When?', { poll: { ...poll, named: true } })).body.data;
    expect(statusOf(await vote(bot, inChat))).toEqual([403, 'missing-scope']);
    await vote(bob, inChat, inChat.options[0].id);
    expect(statusOf(await bot.get(`/polls/${inChat.id}/votes`))).toEqual([403, 'missing-scope']);
  });

  it('tells everybody’s own choice and the numbers live, but not who has voted', async () => {
    const chatId = await openChat(alice, [bob, carol]);
    const { poll: sent } = (await say(alice, chatId, 'Where to?', { poll })).body.data;
    const received = await new EventRecorder(server).listen([alice, bob, carol]);
    // The message itself may come late.
    const isVote = (item: LiveItem) => item.name === 'chat.message' && !item.isNew;
    await vote(bob, sent, sent.options[0].id);
    await received.untilReceived(alice, 1, isVote);
    await vote(carol, sent, sent.options[1].id);
    await received.untilReceived(alice, 2, isVote);
    const pollOf = (who: Person): Poll =>
      (received.of(who).at(-1) as never as { message: { poll: Poll } }).message.poll;
    expect([alice, bob, carol].map((who) => [votesOf(pollOf(who)), mineOf(pollOf(who))])).toEqual([
      [
        [1, 1, 0],
        [false, false, false],
      ],
      [
        [1, 1, 0],
        [true, false, false],
      ],
      [
        [1, 1, 0],
        [false, true, false],
      ],
    ]);
    const asked = await ask();
    await follow(bob, alice);
    received.close();
    const watching = await new EventRecorder(server).listen([alice, bob], { postIds: [asked.postId], ranking: false });
    await vote(carol, asked, asked.options[0]?.id);
    await watching.untilReceived(alice, 1, ({ name }) => name === 'post.changed');
    expect(watching.of(bob)).toEqual([{ name: 'post.changed', postId: asked.postId }]);
    watching.close();
  });
});

describe('who has voted', () => {
  const votersOf = async (who: Person, { id }: Poll, more = '') =>
    (await who.get(`/polls/${id}/votes${more}`)).body.data.map((each: { userName: string; optionIds: number[] }) => [
      each.userName,
      each.optionIds,
    ]);

  it('is seen by nobody in a secret poll, not even by its author', async () => {
    const poll = await ask();
    await vote(bob, poll, poll.options[0]?.id);
    for (const who of [alice, bob, carol]) expect((await who.get(`/polls/${poll.id}/votes`)).status).toBe(404);
  });

  it('is seen by everybody who has voted in a named poll, page by page, without those whom one may not see', async () => {
    const poll = await ask({ named: true, multiple: true });
    const [lake, , sea] = poll.options.map(({ id }) => id);
    const gail = await signUpAndIn(server.app, 'gail');
    // Like the numbers, it is hidden from those who have not voted yet.
    expect((await bob.get(`/polls/${poll.id}/votes`)).status).toBe(404);
    await vote(bob, poll, sea, lake);
    await vote(carol, poll, sea);
    await vote(gail, poll, lake);
    const all = [
      ['gail', [lake]],
      ['carol', [sea]],
      ['bob', [lake, sea]],
    ];
    expect(await votersOf(alice, poll)).toEqual(all);
    const first = (await alice.get(`/polls/${poll.id}/votes?limit=2`)).body;
    expect(await votersOf(alice, poll, `?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).toEqual([all[2]]);
    await carol.post('/blocks', { userId: alice.userId });
    expect(await votersOf(alice, poll)).toEqual([all[0], all[2]]);
    await carol.delete('/blocks', { userId: alice.userId });
    await disableUser(domain, { userName: 'gail' });
    expect(await votersOf(bob, poll)).toEqual([all[1], all[2]]);
  });

  it('is no more after an account is deleted, and is in the own export', async () => {
    const poll = await ask({ multiple: true });
    const ids = poll.options.map(({ id }) => id);
    const hugo = await signUpAndIn(server.app, 'hugo');
    await vote(hugo, poll, ids[0], ids[1]);
    await vote(bob, poll, ids[1]);
    const exported = [];
    for await (const row of domain.db.stream(exportLists.votes, [hugo.userId])) exported.push(row);
    expect(exported).toMatchObject([
      { option: 'Lake', postId: poll.postId },
      { option: 'Hills', postId: poll.postId },
    ]);
    const posts = [];
    for await (const row of domain.db.stream(exportLists.posts, [alice.userId])) posts.push(row);
    expect(posts).toContainEqual(
      expect.objectContaining({
        postId: poll.postId,
        poll: expect.objectContaining({ voters: 2, options: expect.arrayContaining([{ text: 'Hills', votes: 2 }]) }),
      }),
    );
    expect((await hugo.delete(`/users/${hugo.userId}`)).status).toBe(200);
    await eraseUser(domain, { userId: hugo.userId });
    expect(await counted(poll)).toEqual([1, [0, 1, 0]]);
  });
});

it('an ordinary post has no poll', async () => {
  expect((await alice.get(`/posts/${await publish(alice)}`)).body.data.poll).toBeNull();
});
