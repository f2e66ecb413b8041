import { probe } from '@kith/db/testing';
import { appointModerator } from '@kith/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { type Person, signUpAndIn, signUpAnew, startTestApp, type TestApp } from '../testing/testApp.ts';

/** These tests cover live events about something that only some members may see. */
let server: TestApp;
let received: EventRecorder;
let alice: Person;
let bob: Person;
let carol: Person;
let mona: Person;

beforeAll(async () => {
  server = await startTestApp();
  mona = await signUpAndIn(server.app, 'mona');
  await appointModerator(server.deps.domain, { userName: 'mona', moderates: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
});
afterEach(() => received.close());

const listen = async (postIds: number[] = []) => {
  received = await new EventRecorder(server).listen([alice, bob, carol], { postIds, ranking: false });
};
const follow = (who: Person, whom: Person) => who.post('/follows', { followerId: who.userId, followedId: whom.userId });
const block = (who: Person, whom: Person) => who.post('/blocks', { userId: whom.userId });
const like = (who: Person, postId: number) => who.post('/likes', { userId: who.userId, postId });
const say = (from: Person, to: Person) =>
  from.post('/messages', { senderId: from.userId, receiverId: to.userId, content: 'hi' });
const typing = (from: Person, to: Person) => from.mutate('messages.typing', { withUserId: to.userId });
const read = (who: Person, from: Person) => who.mutate('messages.markConversationRead', { withUserId: from.userId });
const postOf = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', ...more })).body.data.postId;
const commentOf = async (who: Person, postId: number): Promise<number> =>
  (await who.post('/comments', { userId: who.userId, postId, content: 'hi' })).body.data.commentId;
const change = (postId: number, more: object = {}) => alice.patch(`/posts/${postId}`, { caption: 'changed', ...more });
const everybody = () => [alice, bob, carol].map(received.names);

it('an event about a narrowed or deleted post reaches those who saw it until then, on screen or in a feed', async () => {
  const postId = await postOf(alice);
  await follow(bob, alice);
  await listen();
  await change(postId, { audience: 'private' });
  await received.untilReceived(alice, 1);
  expect(everybody()).toEqual([['post.changed'], ['post.changed'], []]);
  await change(postId);
  // Visibility is checked when an event is delivered, so the test waits for the delivery before the next change.
  await received.untilReceived(alice, 2);
  await alice.delete(`/posts/${postId}`);
  await received.untilReceived(alice, 3);
  expect(everybody()).toEqual([['post.changed', 'post.changed', 'post.deleted'], ['post.changed'], []]);
});

it('an event about a private post reaches nobody who claims to have it on screen', async () => {
  const postId = await postOf(alice, { audience: 'private' });
  await follow(bob, alice);
  await listen([postId]);
  for (const [times, audience] of ['private', 'friends', 'public'].entries()) {
    await change(postId, { audience });
    // Visibility is checked when an event is delivered, so the test waits for the delivery before the next change.
    await received.untilReceived(alice, times + 1);
  }
  await alice.delete(`/posts/${postId}`);
  await received.untilReceived(alice, 4);
  const shown = ['post.changed', 'post.deleted'];
  expect(everybody()).toEqual([['post.changed', 'post.changed', ...shown], shown, shown]);
});

it('a follower who muted the author receives events of a post on screen, and of no other', async () => {
  const [watched, other] = [await postOf(alice), await postOf(alice)];
  await follow(bob, alice);
  await bob.post('/mutes', { userId: alice.userId });
  await listen([watched]);
  for (const postId of [watched, other]) await change(postId);
  await received.untilReceived(alice, 2);
  expect(received.of(bob)).toEqual([{ name: 'post.changed', postId: watched }]);
});

it('a post that the moderators hide is removed for those who saw it, and returned when they restore it', async () => {
  const [hidden, narrow] = [await postOf(alice), await postOf(alice, { audience: 'private' })];
  await bob.post('/reports', { kind: 'post', id: hidden, reason: 'spam' });
  const { rows } = await probe(
    server.deps.domain.db,
    `insert into cases (kind, subject_id, author_id, snapshot) values ('post', $1, $2, '{}') returning id`,
    [narrow, alice.userId],
  );
  const cases = (await mona.get('/moderation/reports?limit=500')).body.data;
  const { caseId } = cases.find((each: { subjectId: number }) => each.subjectId === hidden);
  await listen([hidden, narrow]);
  const decide = (id: number) => mona.patch(`/moderation/reports/${id}`, { outcome: 'hidden' });
  for (const id of [caseId, rows[0]?.id]) expect((await decide(id)).status).toBe(200);
  await change(hidden);
  await received.untilReceived(alice, 3);
  // The reporter is notified of the decision.
  expect(
    everybody()
      .slice(1)
      .map((names) => names.toSorted()),
  ).toEqual([['notification.created', 'post.changed'], ['post.changed']]);
  await mona.post(`/moderation/reports/${caseId}/undo`, {});
  await received.untilReceived(alice, 4);
  expect(received.of(carol)).toEqual(Array(2).fill({ name: 'post.changed', postId: hidden }));
});

it('an event about a like names nobody who is blocked', async () => {
  const postId = await postOf(alice);
  await block(bob, carol);
  await listen([postId]);
  for (const who of [bob, carol]) await like(who, postId);
  await received.untilReceived(alice, 4);
  const likers = (who: Person) => received.of(who).flatMap((item) => (item.name === 'post.liked' ? item.userId : []));
  expect([alice, bob, carol].map(likers)).toEqual([[bob.userId, carol.userId], [bob.userId], [carol.userId]]);
});

it('an event about a like by a private account reaches its followers and the author of the post', async () => {
  const postId = await postOf(alice);
  await carol.patch(`/users/${carol.userId}`, { visibility: 'private' });
  await listen([postId]);
  await like(carol, postId);
  await like(alice, postId);
  await received.untilReceived(alice, 3);
  const likers = (who: Person) => received.of(who).flatMap((item) => (item.name === 'post.liked' ? item.userId : []));
  expect([alice, bob, carol].map(likers)).toEqual([
    [carol.userId, alice.userId],
    [alice.userId],
    [carol.userId, alice.userId],
  ]);
});

it('an event about a deleted comment reaches those who saw it', async () => {
  const postId = await postOf(alice);
  const [ofBob, hidden] = [await commentOf(bob, postId), await commentOf(bob, postId)];
  await probe(server.deps.domain.db, 'update comments set hidden_at = now() where id = $1', [hidden]);
  await block(carol, bob);
  await listen([postId]);
  await alice.delete(`/comments/${ofBob}`);
  await bob.delete(`/comments/${hidden}`);
  await received.untilReceived(bob, 2);
  expect(everybody()).toEqual([['comment.deleted'], ['comment.deleted', 'comment.deleted'], []]);
});

it('a removed, declined or blocked follower receives no event about the removal', async () => {
  await follow(bob, alice);
  await follow(carol, alice);
  await alice.patch(`/users/${alice.userId}`, { visibility: 'private' });
  await listen();
  await alice.delete('/follows', { followerId: bob.userId, followedId: alice.userId });
  await block(alice, carol);
  await follow(bob, alice);
  await received.untilReceived(alice, 3);
  await alice.post(`/follows/requests/${bob.userId}/decline`);
  await received.untilReceived(alice, 4);
  expect(everybody()).toEqual([
    ['follow.changed', 'follow.changed', 'follow.asked', 'follow.asked'],
    ['follow.asked'],
    [],
  ]);
});

it('a read receipt is hidden from a member whom the reader has blocked, as an event and in the conversation', async () => {
  for (const whom of [alice, carol]) await follow(bob, whom);
  await say(alice, bob);
  await say(carol, bob);
  await block(bob, alice);
  await listen();
  for (const from of [alice, carol]) await read(bob, from);
  await received.untilReceived(bob, 2);
  expect(everybody()).toEqual([[], ['message.read', 'message.read'], ['message.read']]);
  const receipts = async (reader: Person, from: Person) => {
    const both = await reader.query('messages.conversation', {
      withUserId: (reader === bob ? from : bob).userId,
    });
    const sent = await reader.get(`/messages/conversation/${from.userId}/${bob.userId}`);
    return [...both.body.result.data.items, ...sent.body.data].map((message) => message.readByReceiver);
  };
  expect(await receipts(alice, alice)).toEqual([false, false]);
  expect(await receipts(carol, carol)).toEqual([true, true]);
  expect((await receipts(bob, alice))[0]).toBe(true);
  await bob.delete('/blocks', { userId: alice.userId });
  expect(await receipts(alice, alice)).toEqual([true, true]);
});

it('a typing event reaches the members of the chat, except where one has blocked or muted the other', async () => {
  await listen();
  await typing(bob, alice);
  await say(bob, alice);
  // Marks the message request as accepted in the database, without the events that a reply would publish.
  await probe(server.deps.domain.db, 'update contacts set request = null');
  await typing(bob, alice);
  await alice.post('/mutes', { userId: bob.userId });
  await typing(bob, alice);
  await alice.delete('/mutes', { userId: bob.userId });
  await block(alice, bob);
  await typing(bob, alice);
  await typing(alice, bob);
  await say(carol, alice);
  await received.untilReceived(alice, 3);
  expect(everybody().slice(0, 2)).toEqual([['message.sent', 'message.typing', 'message.sent'], ['message.sent']]);
});
