import { acceptWaiting, disableUser, enableUser, eraseUser, recountCounters } from '@kith/domain';
import { afterEach, expect, inject, it } from 'vitest';
import { follow } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn, signUpAnew } from '../testing/testApp.ts';

/** A race is run five times in `npm test`, and fifteen times in `npm run test:all`. */
const rounds = Number(inject('hostileCases')) > 2_000 ? 15 : 5;
const { server, sql } = await serverForFile();
const [open, closed, other, third] = await signUpAnew(server, 'open', 'closed', 'other', 'third');

const unfollow = (who: Person, whom: Person) =>
  who.mutate('follows.remove', { followerId: who.userId, followedId: whom.userId });
const accept = (who: Person, whom: Person) => who.mutate('follows.accept', { userId: whom.userId });
const block = (who: Person, whom: Person) => who.mutate('users.block', { userId: whom.userId });
const unblock = (who: Person, whom: Person) => who.mutate('users.unblock', { userId: whom.userId });
const setPrivate = (who: Person, to: boolean) =>
  who.mutate('users.update', { userId: who.userId, visibility: to ? 'private' : 'public' });

await setPrivate(closed, true);
// A counter that is wrong stays wrong, so one count after each test is enough.
afterEach(async () => expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 }));

/** Runs all calls concurrently, started within less than a statement's duration; no response may be a 5xx. */
async function atOnce(...calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const answers = await Promise.all(
    calls.map(async (call) => {
      const delays = Math.floor(Math.random() * 12);
      for (let i = 0; i < delays; i += 1) await new Promise(setImmediate);
      return (await call()).status;
    }),
  );
  expect(answers.filter((status) => status >= 500)).toEqual([]);
  return answers;
}

const waitingForLocks = async (): Promise<number> => {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await sql(waiting)).length;
};

/** What must never exist, in whichever order concurrent calls run. */
const forbidden = {
  'a follow where one has blocked the other': `select 1 from follows f join blocks b
    on (b.blocker_id, b.blocked_id) in ((f.follower_id, f.followed_id), (f.followed_id, f.follower_id))`,
  'a request where one has blocked the other': `select 1 from follow_requests f join blocks b
    on (b.blocker_id, b.blocked_id) in ((f.follower_id, f.followed_id), (f.followed_id, f.follower_id))`,
  'a request to a public account': `select 1 from follow_requests r join users u on u.id = r.followed_id and not u.private`,
  'a request of a follower': `select 1 from follow_requests natural join (select follower_id, followed_id from follows) f`,
  'a block of nobody': `select 1 from blocks b join users u on u.id in (b.blocker_id, b.blocked_id) and u.deleted_at is not null`,
};

const anyForbidden = Object.entries(forbidden)
  .map(([what, text]) => `select '${what}' as what where exists (${text})`)
  .join(' union all ');
const expectRule = async () => expect(await sql(anyForbidden)).toEqual([]);

it('a block and concurrent follows in both directions leave no forbidden row', async () => {
  for (let i = 0; i < rounds; i += 1) {
    await atOnce(
      () => follow(open, other),
      () => follow(other, open),
      () => block(open, other),
      () => follow(open, other),
    );
    await expectRule();
    await unblock(open, other);
    await unfollow(open, other);
    await unfollow(other, open);
  }
});

it('a block, a follow request and its acceptance leave no forbidden row', async () => {
  for (let i = 0; i < rounds; i += 1) {
    if (i % 2) await follow(other, closed);
    const blocker = i % 3 ? ([closed, other] as const) : ([other, closed] as const);
    await atOnce(
      () => follow(other, closed),
      () => accept(closed, other),
      () => block(...blocker),
      () => accept(closed, other),
    );
    await expectRule();
    await unblock(...blocker);
    await unfollow(other, closed);
  }
});

it('the acceptance and the withdrawal of a follow request leave no forbidden row', async () => {
  for (let i = 0; i < rounds; i += 1) {
    await follow(other, closed);
    await atOnce(
      () => accept(closed, other),
      () => unfollow(other, closed),
      () => closed.mutate('follows.decline', { userId: other.userId }),
      () => follow(other, closed),
    );
    await expectRule();
    await unfollow(other, closed);
    // Ends the pause after a decline.
    await sql(`delete from bullmq.limits where key like 'follow-declined:%'`);
  }
});

it('a repeated request and its acceptance leave no request behind', async () => {
  const { db } = server.deps.domain;
  const pair = [other.userId, closed.userId];
  await follow(other, closed);
  // Simulates an acceptance that is not committed yet.
  const accepting = await db.pool.connect();
  await accepting.query('begin');
  await accepting.query('delete from follow_requests where (follower_id, followed_id) = ($1, $2)', pair);
  await accepting.query('insert into follows (follower_id, followed_id) values ($1, $2)', pair);
  await accepting.query('update users set followers_count = followers_count + 1 where id = $1', [closed.userId]);
  await accepting.query('update users set following_count = following_count + 1 where id = $1', [other.userId]);
  const asking = follow(other, closed);
  await expect.poll(waitingForLocks).toBe(1);
  await accepting.query('commit');
  accepting.release();
  expect((await asking).status).toBe(200);
  await expectRule();
  await unfollow(other, closed);
});

it('a member who is blocked while being added to the close friends is not added', async () => {
  // The first call of a day writes to the member's row, for whose lock it would wait too early.
  await open.query('closeFriends.list', {});
  const blocking = await server.deps.domain.db.pool.connect();
  const pair = [open.userId, other.userId];
  await blocking.query('begin');
  await blocking.query('select from users where id in ($1, $2) order by id for update', pair);
  await blocking.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', pair);
  const adding = open.mutate('closeFriends.add', { userId: other.userId });
  await expect.poll(waitingForLocks).toBe(1);
  await blocking.query('commit');
  blocking.release();
  expect((await adding).status).toBe(404);
  expect(await sql('select 1 from close_friends')).toEqual([]);
  await unblock(open, other);
});

it('an account that becomes public while others request to follow gets all three followers', async () => {
  const { domain } = server.deps;
  for (let i = 0; i < rounds; i += 1) {
    await setPrivate(closed, true);
    const answers = await atOnce(
      () => follow(other, closed),
      () => setPrivate(closed, false),
      () => follow(third, closed),
      () => follow(open, closed),
    );
    expect(answers).toEqual([200, 200, 200, 200]);
    await acceptWaiting(domain, { userId: closed.userId });
    await expectRule();
    expect(await sql('select 1 from follows where followed_id = $1', [closed.userId])).toHaveLength(3);
    for (const who of [other, third, open]) await unfollow(who, closed);
  }
  await setPrivate(closed, true);
});

it('an account that becomes public while a request is being written very slowly gets that follower', async () => {
  const { domain } = server.deps;
  await setPrivate(closed, true);
  // Another connection inserts the same follow request without a commit, which makes the API wait after it has checked that the
  // account is private.
  const first = await domain.db.pool.connect();
  await first.query('begin');
  await first.query('insert into follow_requests (follower_id, followed_id) values ($1, $2)', [
    other.userId,
    closed.userId,
  ]);
  const asking = follow(other, closed);
  await expect.poll(waitingForLocks).toBe(1);
  const opening = setPrivate(closed, false).then(() => acceptWaiting(domain, { userId: closed.userId }));
  await Promise.race([opening, expect.poll(waitingForLocks).toBe(2)]);
  await first.query('rollback');
  first.release();
  expect((await asking).body.data).toMatchObject({ state: 'requested' });
  await opening;
  await expectRule();
  expect((await other.query('users.byId', { userId: closed.userId })).body.result.data.followState).toBe('following');
  await unfollow(other, closed);
});

it('accepting requests stops when the member is disabled, and resumes once they are enabled', async () => {
  const { domain } = server.deps;
  const popular = await signUpAndIn(server.app, 'popular');
  await setPrivate(popular, true);
  await sql(
    `with many as (
       insert into users (user_name, email, identity_uid, auth_provider)
       select 'asker' || n, 'asker' || n || '@kith.test', 'asker' || n, 'google' from generate_series(1, 101) n returning id
     )
     insert into follow_requests (follower_id, followed_id) select id, $1 from many`,
    [popular.userId],
  );
  await sql('update users set private = false where id = $1', [popular.userId]);
  await disableUser(domain, { userName: 'popular' });
  await sql('delete from pending_jobs');
  await acceptWaiting(domain, { userId: popular.userId });
  expect(await sql('select 1 from follows where followed_id = $1', [popular.userId])).toHaveLength(0);
  await enableUser(domain, { userName: 'popular' });
  expect(await sql(`select payload->'userId' as id from pending_jobs where name = 'follows.acceptWaiting'`)).toEqual([
    { id: popular.userId },
  ]);
  await acceptWaiting(domain, { userId: popular.userId });
  expect(await sql('select 1 from follows where followed_id = $1', [popular.userId])).toHaveLength(101);
  await expectRule();
});

it('a request to an account that becomes public ends as a follow', async () => {
  const { domain } = server.deps;
  await setPrivate(closed, true);
  const opening = await domain.db.pool.connect();
  await opening.query('begin');
  await opening.query('update users set private = false where id = $1', [closed.userId]);
  const asking = follow(other, closed);
  await expect.poll(waitingForLocks).toBe(1);
  await opening.query('commit');
  opening.release();
  expect((await asking).body.data).toMatchObject({ following: true, state: 'following' });
  await expectRule();
  await unfollow(other, closed);
  await setPrivate(closed, true);
});

it('a post that is narrowed while it is liked and commented on is hidden afterwards', async () => {
  for (let i = 0; i < rounds; i += 1) {
    const made = await open.mutate('posts.create', { userId: open.userId, caption: `round ${i}` });
    const { postId } = made.body.result.data;
    const audience = i % 2 ? 'friends' : 'private';
    await atOnce(
      () => other.mutate('likes.add', { userId: other.userId, postId }),
      () => open.mutate('posts.update', { postId, caption: 'narrow', audience }),
      () => third.mutate('likes.add', { userId: third.userId, postId }),
      () => third.mutate('comments.create', { userId: third.userId, postId, content: 'hello' }),
      () => other.mutate('likes.remove', { userId: other.userId, postId }),
    );
    for (const who of [other, third]) {
      expect((await who.query('posts.byId', { postId })).status).toBe(404);
      expect((await who.mutate('likes.add', { userId: who.userId, postId })).status).toBe(404);
    }
    await expectRule();
  }
});

it('an account that is deleted while members block it, follow it and are blocked by it leaves no forbidden row', async () => {
  for (let i = 0; i < 4; i += 1) {
    const leaving = await signUpAndIn(server.app, `leaving${i}`);
    await follow(leaving, open);
    await follow(other, leaving);
    await atOnce(
      () => block(open, leaving),
      () => leaving.delete(`/users/${leaving.userId}`),
      () => block(leaving, other),
      () => follow(third, leaving),
    );
    await eraseUser(server.deps.domain, { userId: leaving.userId });
    await expectRule();
  }
});
