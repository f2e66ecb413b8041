import { appointModerator, disableUser, enableUser, eraseUser } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { write } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, password, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol, stranger } = await castForFile();
const mona = await signUpAndIn(server.app, 'mona');
const max = await signUpAndIn(server.app, 'max');
await sql('update users set moderator = false, host = false');
for (const { userName } of [mona, max]) await appointModerator(server.deps.domain, { userName, moderates: true });

const data = (reply: Reply) => reply.body.result?.data;
const statusOf = ({ status, body }: Reply) => [status, body.error?.data?.kith?.code];

const post = async (author: Person, caption: string): Promise<number> =>
  (await author.post('/posts', { userId: author.userId, caption, location: 'Here' })).body.data.postId;
const comment = async (author: Person, postId: number, content: string): Promise<number> =>
  (await author.post('/comments', { userId: author.userId, postId, content })).body.data.commentId;
const report = (who: Person, kind: string, id: number, more: object = {}) =>
  who.mutate('reports.create', { kind, id, reason: 'spam', ...more });
const cases = async (who = mona) => data(await who.query('moderation.cases')).items;
const decide = (who: Person, caseId: number, outcome: string, note = '') =>
  who.mutate('moderation.decide', { caseId, outcome, note });
/** Creates a post by bob, reports it as alice, and returns the post with its case. */
async function reported(caption: string): Promise<{ postId: number; caseId: number }> {
  const postId = await post(bob, caption);
  expect((await report(alice, 'post', postId)).status).toBe(200);
  const found = (await cases()).find((each: { subjectId: number }) => each.subjectId === postId);
  return { postId, caseId: found.caseId };
}

describe('a report to the moderators', () => {
  it('counts once per member and subject, also under eight concurrent requests', async () => {
    const postId = await post(bob, 'buy now');
    const all = await Promise.all(Array.from({ length: 8 }, () => report(alice, 'post', postId, { note: 'first' })));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await report(carol, 'post', postId, { reason: 'other', note: 'me too' });
    const mine = (await cases()).filter((each: { subjectId: number }) => each.subjectId === postId);
    expect(mine).toMatchObject([{ kind: 'post', text: 'buy now', location: 'Here', reportsCount: 2 }]);
    expect(mine[0].reports).toEqual([
      { reason: 'spam', note: 'first' },
      { reason: 'other', note: 'me too' },
    ]);
    expect(JSON.stringify(mine)).not.toMatch(/alice|carol/);
  });

  it('keeps a copy of what was reported', async () => {
    const { postId, caseId } = await reported('before');
    await bob.mutate('posts.update', { postId, caption: 'after' });
    await bob.delete(`/posts/${postId}`);
    expect(await cases()).toContainEqual(expect.objectContaining({ caseId, text: 'before' }));
  });

  it('is refused with the same message if its subject does not exist, is not visible, or is the caller’s own', async () => {
    const own = await post(alice, 'mine');
    const hidden = (await bob.mutate('posts.create', { userId: bob.userId, caption: 'secret', audience: 'private' }))
      .body.result.data.postId;
    const { body } = await write(bob, carol, 'hi');
    const before = await sql('select * from reports');
    for (const [kind, id] of [
      ['post', 999_999],
      ['post', own],
      ['post', hidden],
      ['comment', 999_999],
      ['message', body.data.messageId],
      ['user', alice.userId],
      ['user', 999_999],
    ] as const)
      expect([kind, id, ...statusOf(await report(alice, kind, id))]).toEqual([kind, id, 404, 'not-found']);
    // A message can be reported by its recipient but not by its sender.
    expect(statusOf(await report(bob, 'message', body.data.messageId))).toEqual([404, 'not-found']);
    expect(await sql('select * from reports')).toEqual(before);
    expect(statusOf(await report(alice, 'post', hidden, { reason: 'dislike' }))[0]).toBe(400);
    expect(statusOf(await report(alice, 'post', hidden, { note: 'x'.repeat(501) }))).toEqual([400, 'report-too-long']);
  });

  it('outlives its reporter: the case stays listed without their text', async () => {
    const leaver = await signUpAndIn(server.app, 'leaver');
    const postId = await post(bob, 'reported by a leaver');
    await report(leaver, 'post', postId, { note: 'words of a leaver' });
    await leaver.post('/auth/reauthenticate', { password });
    expect((await leaver.delete(`/users/${leaver.userId}`)).status).toBe(200);
    await eraseUser(server.deps.domain, { userId: leaver.userId });
    const listed = await mona.get('/moderation/reports?limit=500');
    expect(listed.status).toBe(200);
    const [found] = listed.body.data.filter((each: { subjectId: number }) => each.subjectId === postId);
    expect(found).toMatchObject({ reportsCount: 0, reports: [] });
    expect((await decide(mona, found.caseId, 'dismissed')).status).toBe(200);
  });

  it('keeps a copy of the options of a poll and of the place of an event', async () => {
    const publish = async (more: object): Promise<number> =>
      (await bob.post('/posts', { userId: bob.userId, caption: 'Come', ...more })).body.data.postId;
    const poll = { options: ['to me', 'to you'], multiple: false };
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await bob.post('/chats', { userIds: [alice.userId] });
    const sent = await bob.post(`/chats/${body.data.chatId}/messages`, { content: 'Where?', poll });
    const subjects = [
      ['post', await publish({ poll })],
      ['post', await publish({ event: { startsAt, timeZone: 'UTC', place: 'The dark alley' } })],
      ['message', sent.body.data.messageId],
    ] as const;
    for (const [kind, id] of subjects) expect((await report(alice, kind, id)).status).toBe(200);
    const shown = await cases();
    const found = subjects.map(([kind, id]) =>
      shown.find((each: { kind: string; subjectId: number }) => each.kind === kind && each.subjectId === id),
    );
    expect(found.map(({ text, location }) => [text, location])).toEqual([
      ['Come\n• to me\n• to you', null],
      ['Come', 'The dark alley'],
      ['Where?\n• to me\n• to you', null],
    ]);
  });

  it('of a message shows the moderators that message, and nothing else of the chat', async () => {
    await write(bob, alice, 'PRIVATE before');
    const bad = (await write(bob, alice, 'the bad one')).body.data.messageId;
    await write(bob, alice, 'PRIVATE after');
    await report(alice, 'message', bad);
    const shown = JSON.stringify([await cases(), data(await mona.query('moderation.log'))]);
    expect(shown).toContain('the bad one');
    expect(shown).not.toContain('PRIVATE');
    expect(data(await mona.query('messages.conversation', { withUserId: bob.userId })).items).toEqual([]);
  });
});

describe('the moderators', () => {
  it('are named to members who may see them, without the caller, and to nobody else', async () => {
    const named = async (who: Person) =>
      (await who.get('/users/moderators')).body.data?.map(({ userName }: Person) => userName);
    expect([await named(alice), await named(mona)]).toEqual([['mona', 'max'], ['max']]);
    expect((await stranger.get('/users/moderators')).status).toBe(401);
    await bob.post('/blocks', { userId: max.userId });
    await mona.post('/blocks', { userId: carol.userId });
    expect([await named(bob), await named(max), await named(carol)]).toEqual([['mona'], ['mona'], ['max']]);
    await bob.delete('/blocks', { userId: max.userId });
    await mona.delete('/blocks', { userId: carol.userId });
    await signUpAndIn(server.app, 'nils');
    await appointModerator(server.deps.domain, { userName: 'nils', moderates: true });
    expect(await named(alice)).toEqual(['mona', 'max', 'nils']);
    await disableUser(server.deps.domain, { userName: 'nils' });
    expect(await named(alice)).toEqual(['mona', 'max']);
  });
});

describe('a member who is no moderator', () => {
  it('is refused by every moderation procedure, and changes nothing', async () => {
    const { caseId } = await reported('for moderators');
    const before = await sql('select * from cases order by id');
    for (const who of [alice, bob]) {
      for (const answer of [
        await who.query('moderation.cases'),
        await who.query('moderation.log'),
        await decide(who, caseId, 'hidden'),
        await who.mutate('moderation.undo', { caseId, note: '' }),
      ])
        expect(statusOf(answer)).toEqual([403, 'forbidden']);
    }
    expect(statusOf(await decide(mona, 999_999, 'hidden'))).toEqual([404, 'not-found']);
    expect(await sql('select * from cases order by id')).toEqual(before);
    await appointModerator(server.deps.domain, { userName: 'MAX', moderates: false });
    expect(statusOf(await decide(max, caseId, 'hidden'))).toEqual([403, 'forbidden']);
    await appointModerator(server.deps.domain, { userName: 'max', moderates: true });
  });
});

describe("a moderator's decision", () => {
  it('succeeds for the first of two concurrent moderators; the other gets a conflict', async () => {
    const { caseId, postId } = await reported('raced');
    const all = await Promise.all([decide(mona, caseId, 'hidden'), decide(max, caseId, 'dismissed')]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = all[0].status === 200 ? 'hidden' : 'dismissed';
    expect(await sql('select action from moderation_log where case_id = $1', [caseId])).toEqual([{ action: won }]);
    expect((await alice.query('posts.byId', { postId })).status).toBe(won === 'hidden' ? 404 : 200);
  });

  it('is reported to the reporter; the reported member learns neither of it nor who reported', async () => {
    await alice.mutate('notifications.markAllRead');
    const before = data(await alice.query('notifications.unreadCount')).count;
    const { caseId } = await reported('tell me');
    await decide(mona, caseId, 'hidden', 'against the rules');
    const [newest] = data(await alice.query('notifications.list')).items;
    expect(newest).toMatchObject({ kind: 'reportActed', actors: [], actorsCount: 0, post: null });
    expect(data(await alice.query('notifications.unreadCount')).count).toBeGreaterThan(before - 1);
    expect(JSON.stringify(data(await bob.query('notifications.list')))).not.toMatch(/report|alice/i);
    const other = await reported('keep it');
    await decide(mona, other.caseId, 'dismissed');
    expect(data(await alice.query('notifications.list')).items[0].kind).toBe('reportKept');
  });

  it('disables a member, who then cannot log in; reverting it enables them', async () => {
    const eve = await signUpAndIn(server.app, 'eve');
    await report(alice, 'user', eve.userId, { reason: 'harassment' });
    const [{ caseId }] = (await cases()).filter((each: { kind: string }) => each.kind === 'user');
    expect(statusOf(await decide(mona, caseId, 'hidden'))).toEqual([400, 'cannot-be-hidden']);
    await decide(mona, caseId, 'disabled', 'enough');
    expect((await eve.query('auth.session')).status).toBe(401);
    expect((await alice.query('users.byName', { userName: 'eve' })).status).toBe(404);
    expect((await mona.mutate('moderation.undo', { caseId, note: 'a mistake' })).status).toBe(200);
    expect((await alice.query('users.byName', { userName: 'eve' })).status).toBe(200);
    expect(statusOf(await max.mutate('moderation.undo', { caseId, note: '' }))).toEqual([409, 'already-decided']);
  });

  it('when reverted does not enable a member whom another case or the operator disabled; the operator can always enable', async () => {
    const { domain } = server.deps;
    const dora = await signUpAndIn(server.app, 'dora');
    const admitted = async () => (await alice.query('users.byName', { userName: 'dora' })).status === 200;
    const caseOf = async (kind: string, subjectId: number) => {
      await report(alice, kind, subjectId);
      return (await cases()).find((each: { subjectId: number }) => each.subjectId === subjectId).caseId;
    };
    const first = await caseOf('user', dora.userId);
    const second = await caseOf('post', await post(dora, 'of dora'));
    for (const caseId of [first, second]) expect((await decide(mona, caseId, 'disabled')).status).toBe(200);
    const undo = (caseId: number) => max.mutate('moderation.undo', { caseId, note: '' });
    expect([(await undo(first)).status, await admitted()]).toEqual([200, false]);
    expect([(await undo(second)).status, await admitted()]).toEqual([200, true]);
    await disableUser(domain, { userName: 'dora' });
    await decide(mona, first, 'disabled');
    expect([(await undo(first)).status, await admitted()]).toEqual([200, false]);
    await decide(mona, first, 'disabled');
    await enableUser(domain, { userName: 'dora' });
    expect(await admitted()).toBe(true);
    // The operator has enabled dora in spite of the first case, so undoing the second case is enough to enable her again.
    await decide(mona, second, 'disabled');
    expect([(await undo(second)).status, await admitted()]).toEqual([200, true]);
  });

  it('when reverted leaves hidden what another case hides, too', async () => {
    const { caseId: first, postId } = await reported('twice');
    const shown = async () => (await alice.query('posts.byId', { postId })).status === 200;
    await decide(mona, first, 'dismissed');
    await report(carol, 'post', postId);
    const { caseId: second } = (await cases()).find((each: { subjectId: number }) => each.subjectId === postId);
    const undo = (caseId: number) => max.mutate('moderation.undo', { caseId, note: '' });
    await decide(mona, second, 'hidden');
    await undo(first);
    await decide(mona, first, 'hidden');
    expect([(await undo(second)).status, await shown()]).toEqual([200, false]);
    // Only one case of a post is open at a time.
    await decide(mona, second, 'dismissed');
    expect([(await undo(first)).status, await shown()]).toEqual([200, true]);
  });

  it('cannot disable a moderator, which only an operator can', async () => {
    const other = await signUpAndIn(server.app, 'other.one');
    await report(alice, 'user', other.userId);
    const [{ caseId }] = (await cases()).filter(
      (each: { kind: string; subjectId: number }) => each.kind === 'user' && each.subjectId === other.userId,
    );
    await appointModerator(server.deps.domain, { userName: 'other.one', moderates: true });
    expect(statusOf(await decide(mona, caseId, 'disabled'))).toEqual([403, 'moderator-not-disabled']);
    expect((await other.query('auth.session')).status).toBe(200);
    await appointModerator(server.deps.domain, { userName: 'other.one', moderates: false });
    expect((await decide(mona, caseId, 'disabled')).status).toBe(200);
  });

  it('when reverted restores the post, and the case can be decided again', async () => {
    const { caseId, postId } = await reported('to and fro');
    await decide(mona, caseId, 'hidden');
    expect((await alice.query('posts.byId', { postId })).status).toBe(404);
    await max.mutate('moderation.undo', { caseId, note: 'no' });
    expect((await alice.query('posts.byId', { postId })).status).toBe(200);
    expect((await decide(max, caseId, 'dismissed')).status).toBe(200);
    const log = data(await mona.query('moderation.log')).items.slice(0, 3);
    expect(log.map((each: { action: string }) => each.action)).toEqual(['dismissed', 'undone', 'hidden']);
    expect(log.map((each: { undoable: boolean }) => each.undoable)).toEqual([true, false, false]);
  });

  it('shows earlier decisions about the same author', async () => {
    const { caseId } = await reported('again');
    const found = (await cases()).find((each: { caseId: number }) => each.caseId === caseId);
    expect(found.earlier.length).toBeGreaterThan(2);
    expect(found.earlier[0]).toEqual({ kind: 'post', outcome: 'dismissed' });
  });

  it('about a moderator can only be made by the others', async () => {
    const postId = await post(mona, 'of mona');
    await report(alice, 'post', postId);
    const of = async (who: Person) =>
      (await cases(who)).find((each: { subjectId: number }) => each.subjectId === postId)?.caseId;
    expect(await of(mona)).toBeUndefined();
    const caseId = await of(max);
    expect(statusOf(await decide(mona, caseId, 'dismissed'))).toEqual([404, 'not-found']);
    expect((await decide(max, caseId, 'dismissed')).status).toBe(200);
  });

  it('is recorded in a log that nobody can edit', async () => {
    for (const change of [
      `update moderation_log set note = ''`,
      'delete from moderation_log',
      'truncate moderation_log',
      'delete from moderation_log where id = 0',
    ])
      await expect(sql(change)).rejects.toThrow('append-only');
  });
});

describe('a hidden comment', () => {
  it('is visible to its author only, also in the notification of its post’s author', async () => {
    const postId = await post(alice, 'a place for words');
    const commentId = await comment(bob, postId, 'HIDDEN WORDS');
    const other = await comment(carol, postId, 'fine');
    expect(other).toBeGreaterThan(commentId);
    await report(carol, 'comment', commentId);
    const [found] = (await cases()).filter((each: { kind: string }) => each.kind === 'comment');
    expect(found).toMatchObject({ text: 'HIDDEN WORDS', author: { userName: 'bob' } });
    await decide(mona, found.caseId, 'hidden');
    const sees = async (who: Person) =>
      JSON.stringify((await who.query('comments.list', { postId })).body).includes('HIDDEN WORDS');
    expect(await Promise.all([bob, mona, alice, carol].map(sees))).toEqual([true, false, false, false]);
    const list = JSON.stringify(data(await alice.query('notifications.list')));
    expect(list).not.toContain('HIDDEN WORDS');
    const [entry] = data(await alice.query('notifications.list', { kind: 'comment' })).items;
    expect(entry.actors.map((actor: { userName: string }) => actor.userName)).toEqual(['carol']);
  });
});
