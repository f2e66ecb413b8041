import { type Actor, backfillFeed, createPost, fanOutPost, follow, homeFeed, mergeFeeds, unfollow } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { castForFile } from '../testing/forFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();
const dave = await signUpAndIn(server.app, 'dave');
const as = (userId: number): Actor => ({ userId, sessionId: '', reauthenticatedAt: null });

beforeEach(async () => {
  await sql('truncate follows, feed_entries, feed_merges, large_authors, mutes, blocks, posts cascade');
  await sql('update users set feed_since = null, private = false, moderator = false');
  for (const { userId } of [bob, carol, dave]) await follows(alice, userId);
});

const follows = (who: Person, followedId: number) =>
  follow(server.deps.domain, as(who.userId), { followerId: who.userId, followedId });

const post = async ({ userId }: Person, more: object = {}) =>
  (await createPost(server.deps.domain, as(userId), { userId, caption: 'p', ...more })).postId;

type State = 'rising' | 'merged' | 'falling' | 'none';

/**
 * Brings an author with very many followers into a state: `rising` begins the promotion, and `merged` also completes it for all
 * followers. `falling` begins the demotion, and `none` also completes it.
 */
async function become({ userId }: Person, state: State): Promise<void> {
  const to = state === 'rising' || state === 'merged' ? 'rising' : 'falling';
  await sql(
    `insert into large_authors (author_id, state) values ($1, $2)
     on conflict (author_id) do update set state = $2, version = large_authors.version + 1, reached_id = 0`,
    [userId, to],
  );
  if (state === 'merged' || state === 'none') await mergeFeeds(server.deps.domain, { authorId: userId });
}

/** All pages of a member's home feed. */
async function pages({ userId }: Person, limit: number, domain = server.deps.domain): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await homeFeed(domain, as(userId), { limit, cursor });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    seen.push(...page.items.map((each) => each.postId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

/** The expected feed, computed from the tables and the visibility rule. */
const expected = async ({ userId }: Person): Promise<number[]> =>
  (
    await sql(
      `select p.id from posts p join follows f on f.follower_id = $1 and f.followed_id = p.author_id
       where p.hidden_at is null and (p.audience = 'public' or p.audience = 'friends'
           and exists (select from follows b where b.follower_id = p.author_id and b.followed_id = $1))
         and not exists (select from mutes m where m.muter_id = $1 and m.muted_id = p.author_id)
       order by p.created_at desc, p.id desc`,
      [userId],
    )
  ).map(({ id }) => id);

const expectWhole = async (who: Person, limits = [1, 3, 50]) => {
  const whole = await expected(who);
  for (const limit of limits) expect([limit, await pages(who, limit)]).toEqual([limit, whole]);
  // Simulates a process that has cached nothing about this member.
  const { domain } = server.deps;
  expect(await pages(who, 3, { ...domain, db: { ...domain.db } })).toEqual(whole);
  return whole;
};

const inOrder: State[] = ['rising', 'merged', 'falling', 'none', 'merged', 'falling', 'rising', 'merged', 'none'];

describe('a feed with large authors', () => {
  it('has every post once, in order, across pages, while authors become large and small again', async () => {
    for (const state of ['none', ...inOrder] as State[]) {
      await become(bob, state);
      await become(carol, state === 'merged' ? 'rising' : 'merged');
      for (const author of [bob, carol, dave, bob]) await post(author);
      await expectWhole(alice);
    }
    expect(await expectWhole(alice)).toHaveLength(40);
    // Now all of bob's posts have the same time.
    await become(bob, 'merged');
    await sql(`update posts set created_at = date_trunc('hour', now()) where author_id = $1`, [bob.userId]);
    await sql(`update feed_entries set created_at = date_trunc('hour', now()) where author_id = $1`, [bob.userId]);
    expect(await expectWhole(alice)).toHaveLength(40);
  });

  it('gets no entries for their posts, and gets entries again once an author is no longer large', async () => {
    await become(bob, 'merged');
    const merged = await post(bob);
    await become(bob, 'none');
    const written = await post(bob);
    const entries = await sql('select post_id from feed_entries where post_id = any ($1)', [[merged, written]]);
    expect(entries).toEqual([{ post_id: written }]);
    expect(await pages(alice, 1)).toEqual([written, merged]);
    expect(await sql('select from large_authors')).toEqual([]);
  });

  it('shows a new follower all posts, in every state of the author', async () => {
    for (const state of inOrder) {
      await become(bob, state);
      await post(bob);
      await follows(carol, bob.userId);
      await post(bob);
      await expectWhole(carol);
      const pair = { followerId: carol.userId, followedId: bob.userId };
      await unfollow(server.deps.domain, as(carol.userId), pair);
      expect(await pages(carol, 3)).toEqual([]);
      expect(await sql('select from feed_merges where follower_id = $1', [carol.userId])).toEqual([]);
    }
  });

  it('applies the usual visibility: friends, private accounts, mutes, blocks, hiding, deletion, narrowing', async () => {
    for (const author of [bob, carol]) await become(author, 'merged');
    const friends = await post(bob, { audience: 'friends' });
    const open = await post(bob);
    const own = await post(carol, { audience: 'private' });
    const other = await post(carol);
    expect(await expectWhole(alice)).toEqual([other, open]);
    await follows(bob, alice.userId);
    expect(await expectWhole(alice)).toEqual([other, open, friends]);
    await sql('update users set private = true where id = $1', [bob.userId]);
    expect(await expectWhole(alice)).toEqual([other, open, friends]);
    await alice.post('/mutes', { userId: carol.userId });
    expect(await expectWhole(alice)).toEqual([open, friends]);
    await sql('delete from mutes');
    await bob.patch(`/posts/${open}`, { caption: 'p', audience: 'private' });
    expect(await pages(alice, 1)).toEqual([other, friends]);
    await sql('update posts set hidden_at = now() where id = $1', [friends]);
    expect(await expectWhole(alice)).toEqual([other]);
    await carol.delete(`/posts/${other}`);
    expect(await pages(alice, 1)).toEqual([]);
    expect(own).toBeGreaterThan(0);
    const last = await post(carol);
    expect(await pages(alice, 1)).toEqual([last]);
    await carol.post('/blocks', { userId: alice.userId });
    expect(await pages(alice, 1)).toEqual([]);
    await sql('update users set disabled_at = now() where id = $1', [bob.userId]);
    await sql('update posts set hidden_at = null');
    expect(await pages(alice, 1)).toEqual([]);
    await sql('update users set disabled_at = null');
  });

  it('misses and repeats no post while jobs, posts and follows run concurrently', async () => {
    let on = true;
    const settled: number[] = [];
    const wrong: string[] = [];
    const flips = (async () => {
      for (let n = 0; on; n += 1) await become(n % 3 ? bob : carol, inOrder[n % inOrder.length] as State);
    })();
    const reads = (async () => {
      while (on) {
        const sure = settled.slice(-40);
        const { items } = await homeFeed(server.deps.domain, as(alice.userId), { limit: 50 });
        const ids = items.map((each) => each.postId);
        for (const id of sure)
          if (!ids.includes(id) && ids.at(-1) !== undefined && id > (ids.at(-1) as number)) wrong.push(`${id} missed`);
        if (new Set(ids).size < ids.length) wrong.push('twice');
        const times = items.map((each) => each.createdAt);
        if (times.toSorted().toReversed().join() !== times.join()) wrong.push('order');
      }
    })();
    const pair = { followerId: dave.userId, followedId: bob.userId };
    for (let n = 0; n < 30; n += 1) {
      await Promise.all([post(bob), post(carol), post(dave)]).then((ids) => settled.push(...ids));
      await (n % 2 ? unfollow : follow)(server.deps.domain, as(dave.userId), pair);
      // Late and repeated jobs change nothing.
      if (n % 5 === 0) await fanOutPost(server.deps.domain, { postId: settled[n] as number, afterFollowerId: 0 });
      if (n % 7 === 0) await backfillFeed(server.deps.domain, { followerId: alice.userId, followedId: bob.userId });
    }
    on = false;
    await Promise.all([flips, reads]);
    expect(wrong).toEqual([]);
    expect(await expectWhole(alice)).toHaveLength(90);
    await follows(dave, bob.userId);
    await expectWhole(dave);
  });
});

describe('following a member with very many posts', () => {
  it('keeps the entries of other authors as far back as they go', async () => {
    const old = await post(bob);
    await sql(`update posts set created_at = now() - interval '1 year' where id = $1`, [old]);
    await sql(`update feed_entries set created_at = (select created_at from posts where id = $1) where post_id = $1`, [
      old,
    ]);
    const eve = await signUpAndIn(server.app, 'eve');
    await sql(
      `insert into posts (author_id, caption, created_at) select $1, 'p', now() - i * interval '1 minute' from generate_series(1, 400) i`,
      [eve.userId],
    );
    await follows(alice, eve.userId);
    expect(await sql('select feed_since from users where id = $1', [alice.userId])).toEqual([{ feed_since: null }]);
    expect(await expectWhole(alice, [50])).toHaveLength(401);
    expect(await sql('select entries_from < now() as some from feed_merges')).toEqual([{ some: true }]);
  });
});
