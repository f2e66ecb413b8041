import { inactiveFeedQueries } from '@kith/db';
import {
  type Actor,
  type Context,
  createPost,
  fanOutPost,
  homeFeed,
  type Job,
  reactivateFeed,
  trimFeeds,
} from '@kith/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../testing/actions.ts';
import { castForFile } from '../testing/forFile.ts';
import { killedAtEveryStep } from '../testing/killed.ts';
import type { Person } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();
let queued: Job[];
const add = async (jobs: Job[]) => void queued.push(...jobs);
const domain: Context = { ...server.deps.domain, queue: { ...server.deps.domain.queue, add } };
const as = (userId: number): Actor => ({ userId, sessionId: '', reauthenticatedAt: null });

beforeEach(async () => {
  queued = [];
  await sql('truncate follows, feed_entries, feed_merges, posts cascade');
  await sql('update users set feed_since = null, feed_asleep = false, seen_at = now()');
  for (const each of [bob, carol]) await follow(alice, each);
});

const post = async ({ userId }: Person) => (await createPost(domain, as(userId), { userId, caption: 'p' })).postId;
const many = async ({ userId }: Person, count: number) =>
  sql(
    `insert into posts (author_id, caption, created_at)
     select $1, 'p', now() - i * interval '1 minute' from generate_series(1, $2) i`,
    [userId, count],
  );
const entries = async () => (await sql('select from feed_entries where user_id = $1', [alice.userId])).length;
const away = (days: number) => sql('update users set seen_at = now() - make_interval(days => $1)', [days]);
const all = async () => (await sql('select id from posts order by created_at desc, id desc')).map(({ id }) => id);

async function pages(limit: number): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await homeFeed(domain, as(alice.userId), { limit, cursor });
    seen.push(...page.items.map((each) => each.postId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

describe('an inactive member', () => {
  it('gets no feed entries after a fortnight, and sees the whole feed on return, before and after its job', async () => {
    await post(bob);
    await away(13);
    await trimFeeds(domain);
    await post(carol);
    expect(await entries()).toBe(2);
    await away(15);
    await trimFeeds(domain);
    await post(bob);
    expect(await entries()).toBe(0);
    await many(carol, 10);
    expect(await pages(5)).toEqual(await all());
    expect(queued.filter(({ name }) => name === 'feed.wake')).toHaveLength(1);
    // A job lost with the queue is recorded again by the next daily trimming.
    await trimFeeds(domain);
    expect(await sql(`delete from outbox where name = 'feed.wake' returning payload`)).toEqual([
      { payload: { userId: alice.userId } },
    ]);
    await reactivateFeed(domain, { userId: alice.userId });
    await post(carol);
    expect(await entries()).toBe(14);
    queued = [];
    expect(await pages(5)).toEqual(await all());
    await trimFeeds(domain);
    expect(await pages(5)).toEqual(await all());
    expect(await sql('select feed_since from users where id = $1', [alice.userId])).toEqual([{ feed_since: null }]);
    expect(queued).toEqual([]);
  });

  it('has the whole feed on return, even if they follow so many that all posts are scanned for it', async () => {
    await many(bob, 30);
    await sql(
      `insert into posts (author_id, caption) select $1, 'nobody here follows me' from generate_series(1, 10)`,
      [alice.userId],
    );
    await away(15);
    await trimFeeds(domain);
    // The feed must not end at posts that moderators have hidden.
    await sql('update users set moderator = false');
    await sql('update posts set hidden_at = now() where id in (select id from posts where author_id = $1 limit 3)', [
      bob.userId,
    ]);
    const whole = (
      await sql('select id from posts where hidden_at is null and author_id <> $1 order by created_at desc, id desc', [
        alice.userId,
      ])
    ).map(({ id }) => id);
    for (const count of [2, 600]) {
      await sql('update users set following_count = $2 where id = $1', [alice.userId, count]);
      for (const limit of [1, 7, 50]) expect(await pages(limit)).toEqual(whole);
    }
  });

  it('is marked as active by any request, once a day', async () => {
    await away(15);
    await sql(`update sessions set last_seen_at = now() - interval '1 hour'`);
    const { SessionCache } = await import('../sessionCache.ts');
    const cache = new SessionCache(domain);
    await cache.resolve(alice.token as string, 'test');
    cache.close();
    const [row] = await sql(`select seen_at > now() - interval '1 minute' as now from users where id = $1`, [
      alice.userId,
    ]);
    expect(row.now).toBe(true);
    const before = await sql('select xmin from users where id = $1', [alice.userId]);
    await domain.db.run(inactiveFeedQueries.seen, [alice.userId]);
    expect(await sql('select xmin from users where id = $1', [alice.userId])).toEqual(before);
  });

  it('is reactivated by a job that can be killed at every step, and run twice', async () => {
    await many(bob, 400);
    await many(carol, 30);
    await away(15);
    await trimFeeds(domain);
    const whole = await all();
    const killed = await killedAtEveryStep(domain, async (ctx) => {
      expect(await pages(50)).toEqual(whole);
      await reactivateFeed(ctx, { userId: alice.userId });
    });
    expect(killed).toBe(2);
    await reactivateFeed(domain, { userId: alice.userId });
    expect(await entries()).toBe(300);
    expect(await pages(50)).toEqual(whole);
    // The job that deactivates feeds may also be killed and repeated.
    await away(15);
    expect(await killedAtEveryStep(domain, (ctx) => trimFeeds(ctx))).toBeGreaterThan(3);
    expect(await entries()).toBe(0);
    expect(await pages(50)).toEqual(whole);
  });

  it('misses no post that is written during the reactivation', async () => {
    for (let round = 0; round < 4; round += 1) {
      await away(15);
      await trimFeeds(domain);
      let done = false;
      const posted: number[] = [];
      const writing = (async () => {
        while (!done) {
          posted.push(await post(bob), await post(carol));
          await fanOutPost(domain, { postId: posted[0] as number, afterFollowerId: 0 });
        }
      })();
      const reading = (async () => {
        while (!done) {
          const sure = posted.at(-1);
          const { items } = await homeFeed(domain, as(alice.userId), { limit: 10 });
          if (sure !== undefined && posted.indexOf(sure) > posted.length - 8)
            expect(items.map((each) => each.postId)).toContain(sure);
        }
      })();
      await reactivateFeed(domain, { userId: alice.userId });
      await reactivateFeed(domain, { userId: alice.userId });
      done = true;
      await Promise.all([writing, reading]);
      expect(await pages(50)).toEqual(await all());
    }
  });
});
