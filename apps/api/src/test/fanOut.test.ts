import type { Audience } from '@kith/contracts';
import { type Actor, backfillFeed, createPost, fanOutPost, follow, homeFeed, trimFeeds, unfollow } from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();
const dave = await signUpAndIn(server.app, 'dave');
const { domain } = server.deps;
const actorFor = (userId: number): Actor => ({ userId, sessionId: '', reauthenticatedAt: null });

beforeEach(async () => {
  await sql('truncate follows, feed_entries, mutes, blocks, posts cascade');
  await sql(
    'update users set feed_since = null, private = false, moderator = false, host = false, followers_count = 0',
  );
  for (const { userId } of [bob, carol, dave]) await follows(alice, userId);
});

const follows = (who: Person, followedId: number) =>
  follow(domain, actorFor(who.userId), { followerId: who.userId, followedId });

/**
 * Publishes a post. With `fannedOut: false`, the setting for the number of followers makes the server leave it to the readers.
 */
const post = async (
  { userId }: Person,
  { fannedOut = true, ...more }: { fannedOut?: boolean; audience?: Audience } = {},
) => {
  const ctx = { ...domain, settings: { ...domain.settings, maxFanOut: fannedOut ? 5_000 : 0 } };
  return (await createPost(ctx, actorFor(userId), { userId, caption: 'p', ...more })).postId;
};

/** All pages of a member's home feed. */
async function pages({ userId }: Person, limit: number): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await homeFeed(domain, actorFor(userId), { limit, cursor });
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
      `select p.id from posts p left join follows f on f.follower_id = $1 and f.followed_id = p.author_id
       where p.author_id = $1 or f is not null and p.hidden_at is null and (p.audience = 'public' or p.audience = 'friends'
           and exists (select from follows b where b.follower_id = p.author_id and b.followed_id = $1))
         and not exists (select from mutes m where m.muter_id = $1 and m.muted_id = p.author_id)
       order by p.created_at desc, p.id desc`,
      [userId],
    )
  ).map(({ id }) => id);

const expectWhole = async (who: Person, limits = [1, 3, 50]) => {
  const whole = await expected(who);
  for (const limit of limits) expect([limit, await pages(who, limit)]).toEqual([limit, whole]);
  return whole;
};

const entriesOf = async ({ userId }: Person) =>
  (await sql('select post_id from feed_entries where user_id = $1 order by post_id', [userId])).map(
    (row) => row.post_id,
  );

const many = (who: Person, count: number) =>
  sql(
    `insert into posts (author_id, caption, created_at)
     select $1, 'p', now() - i * interval '1 minute' from generate_series(1, $2::int) i`,
    [who.userId, count],
  );

describe('a feed', () => {
  it('has every post once, in order, across pages, whether posts were fanned out or not', async () => {
    for (let round = 0; round < 6; round += 1) {
      await post(bob, { fannedOut: round % 2 === 0 });
      await post(carol, { fannedOut: round % 3 === 0 });
      await post(dave);
    }
    expect(await expectWhole(alice)).toHaveLength(18);
    // Now all of bob's posts have the same time.
    await sql(`update posts set created_at = date_trunc('hour', now()) where author_id = $1`, [bob.userId]);
    await sql(`update feed_entries set created_at = date_trunc('hour', now()) where author_id = $1`, [bob.userId]);
    expect(await expectWhole(alice)).toHaveLength(18);
  });

  it('has the member’s own posts of every audience, once and in order, without entries', async () => {
    for (const audience of ['public', 'friends', 'close', 'private'] as const) {
      await post(bob);
      for (const fannedOut of [true, false]) await post(alice, { audience, fannedOut });
    }
    const own = await sql('select id from posts where author_id = $1 order by id', [alice.userId]);
    expect(await expectWhole(alice)).toHaveLength(12);
    expect(await entriesOf(alice)).toHaveLength(4);
    // Hidden posts and posts that wait for their pictures stay, as on the account screen. Deleted and expired ones do not.
    await sql('update posts set hidden_at = now() where id = $1', [own[0]?.id]);
    await sql(`update posts set shown_from = now() + interval '1 minute' where id = $1`, [own[1]?.id]);
    expect(await expectWhole(alice)).toHaveLength(12);
    await sql('update posts set expires_at = now() where id = $1', [own[2]?.id]);
    await alice.delete(`/posts/${own[3]?.id}`);
    expect(await pages(alice, 2)).toEqual((await expected(alice)).filter((id) => id !== own[2]?.id));
    expect(await pages(alice, 2)).toHaveLength(10);
    // A feed whose entries begin later continues with own posts and others in one order.
    await sql('update posts set expires_at = null');
    await sql('update users set feed_since = (select created_at from posts where id = $1) where id = $2', [
      own[6]?.id,
      alice.userId,
    ]);
    expect(await expectWhole(alice)).toHaveLength(11);
  });

  it('gets entries only for posts that are fanned out, and a new follower all posts', async () => {
    const [written, found] = [await post(bob), await post(bob, { fannedOut: false })];
    expect(await entriesOf(alice)).toEqual([written]);
    expect(await pages(alice, 1)).toEqual([found, written]);
    await follows(carol, bob.userId);
    expect(await entriesOf(carol)).toEqual([written]);
    await expectWhole(carol);
    await unfollow(domain, actorFor(carol.userId), { followerId: carol.userId, followedId: bob.userId });
    expect(await pages(carol, 3)).toEqual([]);
  });

  it('asks of posts that were not fanned out who may see them', async () => {
    const fannedOut = false;
    const friends = await post(bob, { fannedOut, audience: 'friends' });
    const open = await post(bob, { fannedOut });
    await post(carol, { fannedOut, audience: 'private' });
    const other = await post(carol, { fannedOut });
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
    const last = await post(carol, { fannedOut });
    expect(await pages(alice, 1)).toEqual([last]);
    await carol.post('/blocks', { userId: alice.userId });
    expect(await pages(alice, 1)).toEqual([]);
    await sql('update users set disabled_at = now() where id = $1', [bob.userId]);
    await sql('update posts set hidden_at = null');
    expect(await pages(alice, 1)).toEqual([]);
    await sql('update users set disabled_at = null');
  });

  it('misses and repeats no post while posts and follows are made concurrently', async () => {
    let on = true;
    const settled: number[] = [];
    const wrong: string[] = [];
    const reads = (async () => {
      while (on) {
        const sure = settled.slice(-40);
        const { items } = await homeFeed(domain, actorFor(alice.userId), { limit: 50 });
        const ids = items.map((each) => each.postId);
        for (const id of sure)
          if (!ids.includes(id) && ids.at(-1) !== undefined && id > (ids.at(-1) as number)) wrong.push(`${id} missed`);
        if (new Set(ids).size < ids.length) wrong.push('twice');
        const times = items.map((each) => each.createdAt);
        if (times.toSorted().toReversed().join() !== times.join()) wrong.push('order');
      }
    })();
    const pair = { followerId: dave.userId, followedId: bob.userId };
    for (let n = 0; n < 20; n += 1) {
      const fannedOut = n % 2 === 0;
      await Promise.all([post(bob, { fannedOut }), post(carol), post(dave)]).then((ids) => settled.push(...ids));
      await (n % 3 ? unfollow : follow)(domain, actorFor(dave.userId), pair);
      // Late and repeated jobs change nothing.
      if (n % 5 === 0) await fanOutPost(domain, { postId: settled[n] as number });
      if (n % 7 === 0) await backfillFeed(domain, { followerId: alice.userId, followedId: bob.userId });
    }
    on = false;
    await reads;
    expect(wrong).toEqual([]);
    expect(await expectWhole(alice)).toHaveLength(60);
    await follows(dave, bob.userId);
    await expectWhole(dave);
  });

  it('goes on author by author where its entries end', async () => {
    await many(bob, 1_100);
    await many(carol, 30);
    await follows(dave, carol.userId);
    await follows(dave, bob.userId);
    expect(await entriesOf(dave)).toHaveLength(1_030);
    expect(await expectWhole(dave, [50])).toHaveLength(1_130);
    await trimFeeds(domain);
    expect(await entriesOf(dave)).toHaveLength(1_000);
    expect(await expectWhole(dave, [50])).toHaveLength(1_130);
    // A feed without any entries, as after a restore, has every post too, except those that moderators have hidden.
    await sql('delete from feed_entries');
    await sql('update users set feed_since = now() where id = $1', [dave.userId]);
    await sql('update posts set hidden_at = now() where id in (select id from posts where author_id = $1 limit 3)', [
      bob.userId,
    ]);
    for (const limit of [7, 50]) expect(await expectWhole(dave, [limit])).toHaveLength(1_127);
  });
});
