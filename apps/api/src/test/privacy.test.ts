import { beforeEach, describe, expect, it } from 'vitest';
import { comment, follow, publish, write } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAnew } from '../testing/testApp.ts';

/** These tests cover the REST paths by which members control who sees what, and who joins. */
const { server, sql } = await serverForFile();
let alice: Person;
let bob: Person;
let carol: Person;

// The first member is a moderator, and nobody in these tests may be one.
await signUpAnew(server, 'first');
beforeEach(async () => {
  [alice, bob, carol] = await signUpAnew(server, 'alice', 'bob', 'carol');
});

const statusOf = ({ status, body }: Reply) => [status, body.success === false ? body.code : body.data];
const names = ({ body }: Reply): string[] => body.data.map(({ userName }: { userName: string }) => userName);
const stateOf = async (who: Person, whom: Person) =>
  (await who.get(`/users/name/${whom.userName}`)).body.data.followState;

describe('a private account', () => {
  beforeEach(async () => {
    const { body } = await alice.patch(`/users/${alice.userId}`, { visibility: 'private' });
    expect(body.data.visibility).toBe('private');
  });

  it('can be requested, and accepts, declines and removes followers', async () => {
    for (const who of [bob, carol, carol]) expect((await follow(who, alice)).body.data.state).toBe('requested');
    expect(await stateOf(bob, alice)).toBe('requested');
    expect(names(await alice.get('/follows/requests'))).toEqual([carol.userName, bob.userName]);
    for (const _ of ['once', 'again']) {
      expect((await alice.post(`/follows/requests/${bob.userId}/accept`)).status).toBe(200);
      expect((await alice.post(`/follows/requests/${carol.userId}/decline`)).status).toBe(200);
    }
    expect([await stateOf(bob, alice), await stateOf(carol, alice)]).toEqual(['following', 'none']);
    expect(statusOf(await alice.post(`/follows/requests/${carol.userId}/accept`))).toEqual([404, 'not-found']);
    // RATE_LIMIT=off does not switch off the pause after a decline, which is a rule of the product.
    expect(statusOf(await follow(carol, alice))).toEqual([429, 'rate-limited']);
    const remove = { followerId: bob.userId, followedId: alice.userId };
    for (const _ of ['once', 'again'])
      expect((await alice.delete('/follows', remove)).body.data).toEqual({
        following: false,
        state: 'none',
        followersCount: 0,
      });
    expect(statusOf(await carol.delete('/follows', remove))).toEqual([403, 'forbidden']);
  });

  it('is no longer requested once the request is withdrawn', async () => {
    const request = { followerId: bob.userId, followedId: alice.userId };
    await bob.post('/follows', request);
    expect((await bob.delete('/follows', request)).body.data.state).toBe('none');
    expect(names(await alice.get('/follows/requests'))).toEqual([]);
  });
});

describe('a post', () => {
  it('reports its audience and who may comment, when created and when edited', async () => {
    const made = await alice.post('/posts', { userId: alice.userId, caption: 'hello' });
    expect(made.body.data).toMatchObject({ audience: 'public', comments: 'everyone' });
    const { postId } = made.body.data;
    const change = { caption: 'hello', audience: 'friends', comments: 'nobody' };
    const changed = await alice.patch(`/posts/${postId}`, change);
    expect(changed.body.data).toMatchObject({ audience: 'friends', comments: 'nobody' });
    expect(statusOf(await comment(bob, postId, 'hi'))).toEqual([404, 'not-found']);
    for (const wrong of [{ audience: 'everyone' }, { comments: 'public' }, { audience: 1 }])
      expect((await alice.post('/posts', { userId: alice.userId, caption: 'x', ...wrong })).status).toBe(400);
  });
});

it('a post for close friends names to each an audience that they know to belong to, so that no stranger learns of the list', async () => {
  for (const each of [bob, carol]) await alice.post('/close-friends', { userId: each.userId });
  for (const [who, whom] of [
    [bob, alice],
    [alice, bob],
    [carol, alice],
  ] as const)
    await follow(who, whom);
  const postId = await publish(alice, 'for a few', { audience: 'close' });
  const named = async (who: Person) => {
    const listed = (await who.get(`/users/${alice.userId}/posts`)).body.data[0];
    const read = (await who.get(`/posts/${postId}`)).body.data;
    return [listed.audience, read.audience];
  };
  expect(await named(alice)).toEqual(['close', 'close']);
  expect(await named(bob)).toEqual(['friends', 'friends']);
  expect(await named(carol)).toEqual(['public', 'public']);
});

describe('a frozen audience', () => {
  const befriend = async (...people: Person[]) => {
    for (const each of people) {
      await follow(each, alice);
      await follow(alice, each);
    }
  };
  const seenBy = async (who: Person, postId: number) => (await who.get(`/posts/${postId}`)).status === 200;

  it('consists of those who belonged to it when the post was created, and is shown to its author only', async () => {
    await befriend(bob);
    const made = await alice.post('/posts', {
      userId: alice.userId,
      caption: `for now @${bob.userName} @${carol.userName}`,
      audience: 'friends',
      audienceFrozen: true,
    });
    expect([made.status, made.body.data.audienceFrozen]).toEqual([201, true]);
    const { postId } = made.body.data;
    await befriend(carol);
    expect([await seenBy(bob, postId), await seenBy(carol, postId)]).toEqual([true, false]);
    expect((await bob.get(`/posts/${postId}`)).body.data.audienceFrozen).toBe(false);
    // A member who leaves the audience and returns counts as having joined after the post was created.
    await bob.delete('/follows', { followerId: bob.userId, followedId: alice.userId });
    await follow(bob, alice);
    expect(await seenBy(bob, postId)).toBe(false);
    const postsOf = async (who: Person) => (await who.get(`/users/name/${alice.userName}`)).body.data.postsCount;
    expect([await postsOf(alice), await postsOf(bob), await postsOf(carol)]).toEqual([1, 0, 0]);
  });

  it('can be chosen, kept and lifted by an edit; another audience is frozen as of that moment', async () => {
    await befriend(bob);
    const postId = await publish(alice, 'hello', { audience: 'friends' });
    const change = async (more: object) =>
      (await alice.patch(`/posts/${postId}`, { caption: 'hello', ...more })).body.data.audienceFrozen;
    expect(await change({ audienceFrozen: true })).toBe(true);
    await befriend(carol);
    expect(await change({ audience: 'friends' })).toBe(true);
    expect([await seenBy(bob, postId), await seenBy(carol, postId)]).toEqual([true, false]);
    await alice.post('/close-friends', { userId: carol.userId });
    expect(await change({ audience: 'close' })).toBe(true);
    expect([await seenBy(bob, postId), await seenBy(carol, postId)]).toEqual([false, true]);
    expect(await change({ audience: 'friends', audienceFrozen: false })).toBe(false);
    expect([await seenBy(bob, postId), await seenBy(carol, postId)]).toEqual([true, true]);
  });

  it('of followers stays frozen when the account becomes public; the audiences "everybody" and "only me" cannot be frozen', async () => {
    expect(
      (await alice.post('/posts', { userId: alice.userId, caption: 'x', audienceFrozen: true })).body.data,
    ).toMatchObject({ audience: 'public', audienceFrozen: false });
    await follow(bob, alice);
    await alice.patch(`/users/${alice.userId}`, { visibility: 'private' });
    const postId = await publish(alice, 'hello', { audienceFrozen: true });
    await alice.patch(`/users/${alice.userId}`, { visibility: 'public' });
    await follow(carol, alice);
    expect([await seenBy(bob, postId), await seenBy(carol, postId)]).toEqual([true, false]);
    expect((await alice.patch(`/posts/${postId}`, { caption: 'y' })).body.data.audienceFrozen).toBe(true);
    for (const audienceFrozen of ['yes', 1, null])
      expect((await alice.post('/posts', { userId: alice.userId, caption: 'x', audienceFrozen })).status).toBe(400);
  });
});

describe('a comment', () => {
  it.each(['friends', 'nobody'])(
    'on a post that accepts comments from %s is refused with the reason, to members who see the post',
    async (comments) => {
      const postId = await publish(alice, 'hello', { audience: 'public', comments });
      const say = async (person: Person) => statusOf(await comment(person, postId, 'hi'));
      expect(await say(carol)).toEqual([403, 'comments-closed']);
      expect((await comment(alice, postId, 'hi')).status).toBe(201);
      await alice.post('/blocks', { userId: carol.userId });
      expect(await say(carol)).toEqual([404, 'not-found']);
      await alice.delete('/blocks', { userId: carol.userId });
      await alice.patch(`/posts/${postId}`, { caption: 'x', audience: 'private' });
      expect(await say(carol)).toEqual([404, 'not-found']);
    },
  );

  it('can be deleted by its author and the post’s owner, is refused to viewers of the post, and is not found by others', async () => {
    const postId = await publish(alice, 'hello', { audience: 'public' });
    const say = async () => (await comment(bob, postId, 'hi')).body.data.commentId;
    const commentId = await say();
    expect(statusOf(await carol.delete(`/comments/${commentId}`))).toEqual([403, 'forbidden']);
    await alice.post('/blocks', { userId: carol.userId });
    expect(statusOf(await carol.delete(`/comments/${commentId}`))).toEqual([404, 'not-found']);
    expect((await bob.delete(`/comments/${commentId}`)).status).toBe(204);
    expect((await alice.delete(`/comments/${await say()}`)).status).toBe(204);
    expect(statusOf(await bob.delete(`/comments/${commentId}`))).toEqual([404, 'not-found']);
    expect((await alice.get(`/comments/count/${postId}`)).body.data).toBe(0);
  });
});

describe('mutes and blocks', () => {
  it.each(['/blocks', '/mutes'])('%s are created, listed and lifted, and can be repeated', async (path) => {
    const input = { userId: bob.userId };
    for (const method of ['POST', 'POST'] as const) expect((await alice.call(method, path, input)).status).toBe(200);
    expect(names(await alice.get(path))).toEqual([bob.userName]);
    expect(names(await bob.get(path))).toEqual([]);
    for (const method of ['DELETE', 'DELETE'] as const)
      expect((await alice.call(method, path, input)).status).toBe(200);
    expect(names(await alice.get(path))).toEqual([]);
    expect(statusOf(await alice.post(path, { userId: 999_999 }))).toEqual([404, 'not-found']);
  });

  it('a mute ends at its time, and one in the past has no effect', async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    await alice.post('/mutes', { userId: bob.userId, until });
    expect((await alice.get('/mutes')).body.data[0].until).toBe(until);
    await alice.post('/mutes', { userId: bob.userId, until: '2020-01-01T00:00:00Z' });
    expect((await alice.get('/mutes')).body.data).toEqual([]);
    for (const wrong of ['tomorrow', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.9999Z', '2026-02-30T00:00:00Z'])
      expect([wrong, (await alice.post('/mutes', { userId: bob.userId, until: wrong })).status]).toEqual([wrong, 400]);
  });
});

describe('a block', () => {
  const rename = (who: Person, userName: string) => who.patch(`/users/${who.userId}`, { userName });

  it('is not revealed by blocking back, unfollowing, or repeating an earlier comment', async () => {
    const postId = await publish(alice);
    await follow(bob, alice);
    const comment = { userId: bob.userId, postId, content: 'hi', clientId: crypto.randomUUID() };
    expect((await bob.post('/comments', comment)).status).toBe(201);
    expect((await bob.post('/comments', comment)).status).toBe(201);
    await alice.post('/blocks', { userId: bob.userId });
    await rename(alice, `renamed${alice.userId}`);
    expect(statusOf(await bob.post('/comments', comment))).toEqual([404, 'not-found']);
    expect(statusOf(await bob.post('/blocks', { userId: alice.userId }))).toEqual([404, 'not-found']);
    const unfollow = { followerId: bob.userId, followedId: alice.userId };
    expect(statusOf(await bob.delete('/follows', unfollow))).toEqual([404, 'not-found']);
    expect(names(await bob.get('/blocks'))).toEqual([]);
  });

  it('in both directions names neither to the other, and can still be lifted', async () => {
    // The blocks are inserted directly: over the API, a member who is blocked already could not find the other to block them.
    await sql('insert into blocks (blocker_id, blocked_id) values ($1, $2), ($2, $1)', [alice.userId, bob.userId]);
    for (const [who, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      expect(names(await who.get('/blocks'))).toEqual([]);
      expect(statusOf(await who.post('/blocks', { userId: other.userId }))).toEqual([404, 'not-found']);
    }
    expect((await alice.delete('/blocks', { userId: bob.userId })).status).toBe(200);
    expect(names(await bob.get('/blocks'))).toEqual([alice.userName]);
  });
});

describe('a chat', () => {
  const chats = async (who: Person) =>
    (await who.query('messages.contacts', {})).body.result.data.items.map(
      ({ user }: { user: { userName: string | null } }) => user.userName,
    );
  const unread = async (who: Person) => (await who.query('messages.unreadCount')).body.result.data.count;

  it('with a blocked member is hidden until the unblocking, and the blocked member sees it without a name', async () => {
    await follow(alice, bob);
    await write(bob, alice);
    expect([await chats(alice), await chats(bob), await unread(alice)]).toEqual([[bob.userName], [alice.userName], 1]);
    await alice.post('/blocks', { userId: bob.userId });
    expect([await chats(alice), await chats(bob), await unread(alice)]).toEqual([[], [null], 0]);
    expect(statusOf(await write(bob, alice))).toEqual([404, 'not-found']);
    await alice.delete('/blocks', { userId: bob.userId });
    expect([await chats(alice), await unread(alice)]).toEqual([[bob.userName], 1]);
  });
});

describe('an invitation', () => {
  it('can be created, listed and revoked', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await alice.post('/invitations', { uses: 2, expiresAt });
    expect([made.status, made.body.data.expiresAt]).toEqual([201, expiresAt]);
    const { code, invitationId } = made.body.data;
    expect((await alice.get('/invitations')).body.data).toMatchObject([{ invitationId, uses: 2, usesLeft: 2 }]);
    expect(statusOf(await bob.delete(`/invitations/${code}`))).toEqual([404, 'not-found']);
    expect((await alice.delete(`/invitations/${code}`)).status).toBe(200);
    expect((await alice.get('/invitations')).body.data).toEqual([]);
    for (const wrong of [
      { uses: 0 },
      { uses: 101 },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: '9999-01-01T00:00:00Z' },
    ])
      expect((await alice.post('/invitations', wrong)).status).toBe(400);
  });
});
