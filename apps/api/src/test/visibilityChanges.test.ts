import { probe } from '@kith/db/testing';
import { appointModerator, removeExpired } from '@kith/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comment, follow, like, publish, write } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn, signUpAnew } from '../testing/testApp.ts';

/**
 * These tests change who sees what, and assert which members receive the change. visibility.test.ts asserts who sees what
 * without changes.
 */
const { server, sql } = await serverForFile();
const mona = await signUpAndIn(server.app, 'mona');
await appointModerator(server.deps.domain, { userName: 'mona', moderates: true });
let received: EventRecorder;
let alice: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
});
afterEach(() => received?.close());

const listen = async (postIds: number[] = []) => {
  received = await new EventRecorder(server).listen([alice, bob, carol], { postIds, ranking: false });
};
const block = (who: Person, whom: Person) => who.post('/blocks', { userId: whom.userId });
const typing = (from: Person, to: Person) => from.mutate('messages.typing', { withUserId: to.userId });
const read = (who: Person, from: Person) => who.mutate('messages.markConversationRead', { withUserId: from.userId });
const change = (postId: number, more: object = {}) => alice.patch(`/posts/${postId}`, { caption: 'changed', ...more });
const makePrivate = (who: Person) => who.patch(`/users/${who.userId}`, { visibility: 'private' });
const receivedByEach = () => [alice, bob, carol].map(received.names);

describe('a post', () => {
  it('that is narrowed or deleted is announced to those who saw it until then, on screen or in a feed', async () => {
    const postId = await publish(alice);
    await follow(bob, alice);
    await listen();
    await change(postId, { audience: 'private' });
    await received.untilReceived(alice, 1);
    expect(receivedByEach()).toEqual([['post.changed'], ['post.changed'], []]);
    await change(postId);
    // Visibility is checked when an event is delivered, so the test waits for the delivery before the next change.
    await received.untilReceived(alice, 2);
    await alice.delete(`/posts/${postId}`);
    await received.untilReceived(alice, 3);
    expect(receivedByEach()).toEqual([['post.changed', 'post.changed', 'post.deleted'], ['post.changed'], []]);
  });

  it('that is private is announced to nobody who claims to have it on screen, until it is widened', async () => {
    const postId = await publish(alice, 'hello', { audience: 'private' });
    await follow(bob, alice);
    await listen([postId]);
    for (const [times, audience] of ['private', 'friends', 'public'].entries()) {
      await change(postId, { audience });
      await received.untilReceived(alice, times + 1);
    }
    await alice.delete(`/posts/${postId}`);
    await received.untilReceived(alice, 4);
    const shown = ['post.changed', 'post.deleted'];
    expect(receivedByEach()).toEqual([['post.changed', 'post.changed', ...shown], shown, shown]);
  });

  it('that waits for its pictures, or is hidden by moderators, is deleted on its author’s devices alone', async () => {
    const waiting = await publish(alice, 'soon', { pictures: 1 });
    const hidden = await publish(alice);
    await sql('update posts set hidden_at = now() where id = $1', [hidden]);
    await follow(bob, alice);
    await listen([waiting, hidden]);
    for (const postId of [waiting, hidden]) expect((await alice.delete(`/posts/${postId}`)).status).toBe(204);
    await received.untilReceived(alice, 2);
    expect(receivedByEach()).toEqual([['post.deleted', 'post.deleted'], [], []]);
  });

  it('leaves every list and the notifications when it is narrowed, and returns when it is widened', async () => {
    await follow(bob, alice);
    const postId = await publish(alice, `hello @${bob.userName}`);
    await bob.post('/bookmarks', { postId });
    const lists = ['posts.list', 'feed.home', 'bookmarks.list', 'notifications.list'];
    const holding = async () => {
      const pages = await Promise.all(lists.map((path) => bob.query(path, {})));
      return lists.filter((_, index) => JSON.stringify(pages[index]?.body).includes(`"postId":${postId}`));
    };
    expect(await holding()).toEqual(lists);
    await alice.patch(`/posts/${postId}`, { caption: `hello @${bob.userName}`, audience: 'friends' });
    expect(await holding()).toEqual([]);
    await alice.patch(`/posts/${postId}`, { caption: `hello @${bob.userName}`, audience: 'public' });
    expect(await holding()).toEqual(expect.arrayContaining(['posts.list', 'feed.home', 'bookmarks.list']));
  });

  it('on the screen of a follower who muted its author is announced to them, and no other post is', async () => {
    const [watched, other] = [await publish(alice), await publish(alice)];
    await follow(bob, alice);
    await bob.post('/mutes', { userId: alice.userId });
    await listen([watched]);
    for (const postId of [watched, other]) await change(postId);
    await received.untilReceived(alice, 2);
    expect(received.of(bob)).toEqual([{ name: 'post.changed', postId: watched }]);
  });

  it('that the moderators hide is removed for those who saw it, and returned when they restore it', async () => {
    const [hidden, narrow] = [await publish(alice), await publish(alice, 'hello', { audience: 'private' })];
    await bob.post('/reports', { kind: 'post', id: hidden, reason: 'spam' });
    const [ofNarrow] = await sql(
      `insert into cases (kind, subject_id, author_id, snapshot) values ('post', $1, $2, '{}') returning id`,
      [narrow, alice.userId],
    );
    const cases = (await mona.get('/moderation/reports?limit=500')).body.data;
    const { caseId } = cases.find((each: { subjectId: number }) => each.subjectId === hidden);
    await listen([hidden, narrow]);
    const decide = (id: number) => mona.patch(`/moderation/reports/${id}`, { outcome: 'hidden' });
    for (const id of [caseId, ofNarrow.id]) expect((await decide(id)).status).toBe(200);
    await change(hidden);
    await received.untilReceived(alice, 3);
    const [, ofBob = [], ofCarol] = receivedByEach();
    // The reporter is notified of the decision.
    expect([ofBob.toSorted(), ofCarol]).toEqual([['notification.created', 'post.changed'], ['post.changed']]);
    await mona.post(`/moderation/reports/${caseId}/undo`, {});
    await received.untilReceived(alice, 4);
    expect(received.of(carol)).toEqual(Array(2).fill({ name: 'post.changed', postId: hidden }));
  });
});

describe('a like', () => {
  const likers = (who: Person) => received.of(who).flatMap((item) => (item.name === 'post.liked' ? item.userId : []));

  it('names nobody who is blocked', async () => {
    const postId = await publish(alice);
    await block(bob, carol);
    await listen([postId]);
    for (const who of [bob, carol]) await like(who, postId);
    await received.untilReceived(alice, 4);
    expect([alice, bob, carol].map(likers)).toEqual([[bob.userId, carol.userId], [bob.userId], [carol.userId]]);
  });

  it('by a private account is announced and listed to its followers and to the author of the post only', async () => {
    const postId = await publish(alice);
    const [follower] = await signUpAnew(server, 'dan');
    await follow(follower, carol);
    await makePrivate(carol);
    await listen([postId]);
    await like(carol, postId);
    await like(alice, postId);
    await received.untilReceived(alice, 3);
    const both = [carol.userId, alice.userId];
    expect([alice, bob, carol].map(likers)).toEqual([both, [alice.userId], both]);
    for (const path of ['/likes', `/likes?userId=${carol.userId}`]) {
      const seenBy = async (who: Person) =>
        (await who.get(path)).body.data.some(
          (each: { user: Person; post: { postId: number } }) =>
            each.user.userId === carol.userId && each.post.postId === postId,
        );
      const people = [alice, bob, carol, follower];
      const expected = path === '/likes' ? [true, false, true, true] : [false, false, true, true];
      expect([path, await Promise.all(people.map(seenBy))]).toEqual([path, expected]);
    }
  });
});

it('a deleted comment is announced to those who saw it', async () => {
  const postId = await publish(alice);
  const [ofBob, hidden] = [(await comment(bob, postId, 'hi')).body.data, (await comment(bob, postId, 'hi')).body.data];
  await sql('update comments set hidden_at = now() where id = $1', [hidden.commentId]);
  await block(carol, bob);
  await listen([postId]);
  await alice.delete(`/comments/${ofBob.commentId}`);
  await bob.delete(`/comments/${hidden.commentId}`);
  await received.untilReceived(bob, 2);
  expect(receivedByEach()).toEqual([['comment.deleted'], ['comment.deleted', 'comment.deleted'], []]);
});

describe('a follower', () => {
  it('who is removed, declined or blocked is told of none of it', async () => {
    await follow(bob, alice);
    await follow(carol, alice);
    await makePrivate(alice);
    await listen();
    await alice.delete('/follows', { followerId: bob.userId, followedId: alice.userId });
    await block(alice, carol);
    await follow(bob, alice);
    await received.untilReceived(alice, 3);
    await alice.post(`/follows/requests/${bob.userId}/decline`);
    await received.untilReceived(alice, 4);
    const ofAlice = ['follow.changed', 'follow.changed', 'follow.asked', 'follow.asked'];
    expect(receivedByEach()).toEqual([ofAlice, ['follow.asked'], []]);
  });

  it('of a private account sees its lists of people, and others see them empty', async () => {
    await follow(bob, alice);
    await follow(alice, bob);
    await makePrivate(alice);
    await follow(carol, alice);
    const lists = async (who: Person) =>
      Promise.all(
        ['followers', 'following'].map(async (list) => (await who.get(`/${alice.userId}/${list}`)).body.data.length),
      );
    expect(await Promise.all([alice, bob, carol].map(lists))).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
  });
});

it('a notification stays listed, as it stays counted, when its three newest actors are blocked', async () => {
  await follow(bob, alice);
  const others = await signUpAnew(server, 'one', 'two', 'three');
  for (const each of others) await follow(each, alice);
  for (const each of others) await block(alice, each);
  const { items } = (await alice.query('notifications.list')).body.result.data;
  const { count } = (await alice.query('notifications.unreadCount')).body.result.data;
  expect([count, items]).toMatchObject([1, [{ kind: 'follow', actors: [{ userId: bob.userId }] }]]);
});

describe('a chat', () => {
  it('hides read receipts from a member whom the reader has blocked, as an event and in the conversation', async () => {
    for (const whom of [alice, carol]) await follow(bob, whom);
    for (const from of [alice, carol]) await write(from, bob);
    await block(bob, alice);
    await listen();
    for (const from of [alice, carol]) await read(bob, from);
    await received.untilReceived(bob, 2);
    expect(receivedByEach()).toEqual([[], ['chat.read', 'chat.read'], ['chat.read']]);
    const receipts = async (reader: Person, from: Person) => {
      const other = reader === bob ? from : bob;
      const both = await reader.query('messages.conversation', { withUserId: other.userId });
      const sent = await reader.get(`/messages/conversation/${from.userId}/${bob.userId}`);
      return [...both.body.result.data.items, ...sent.body.data].map((message) => message.readByReceiver);
    };
    expect(await receipts(alice, alice)).toEqual([false, false]);
    expect(await receipts(carol, carol)).toEqual([true, true]);
    expect((await receipts(bob, alice))[0]).toBe(true);
    await bob.delete('/blocks', { userId: alice.userId });
    expect(await receipts(alice, alice)).toEqual([true, true]);
  });

  it('tells its members that one is typing, except where one has blocked or muted the other', async () => {
    await listen();
    await typing(bob, alice);
    await write(bob, alice);
    // Marks the message request as accepted in the database, without the events that a reply would publish.
    await sql('update memberships set request = null');
    await typing(bob, alice);
    await alice.post('/mutes', { userId: bob.userId });
    await typing(bob, alice);
    await alice.delete('/mutes', { userId: bob.userId });
    await block(alice, bob);
    await typing(bob, alice);
    await typing(alice, bob);
    await write(carol, alice);
    await received.untilReceived(alice, 3);
    const ofAlice = ['chat.message', 'chat.typing', 'chat.message'];
    expect(receivedByEach().slice(0, 2)).toEqual([ofAlice, ['chat.message']]);
  });
});

it('changed settings are announced to the member only', async () => {
  const announced: unknown[] = [];
  const stop = server.deps.domain.live.subscribe(({ name, to }) => {
    if (name === 'settings.changed') announced.push(to);
  });
  await bob.mutate('notifications.changeSettings', { messages: false });
  await expect.poll(() => announced).toEqual([[bob.userId]]);
  stop();
});

it('expired mutes are deleted, and no others', async () => {
  const { db } = server.deps.domain;
  for (const who of [bob, carol]) await who.post('/mutes', { userId: alice.userId });
  await probe(db, `update mutes set until = now() - interval '1 second' where muter_id = $1`, [bob.userId]);
  await removeExpired(server.deps.domain);
  expect(await sql('select muter_id::int as muter from mutes where muted_id = $1', [alice.userId])).toEqual([
    { muter: carol.userId },
  ]);
});
