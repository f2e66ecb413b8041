import { type Database, likeQueries, openDatabase, postQueries } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Context } from './context.ts';
import { recountCounters } from './counters.ts';
import { publishRanking, scorePosts, startRanking } from './ranking.ts';
import { updateDisabled } from './users/disableUser.ts';

let db: Database;
let drop: () => Promise<void>;
let ctx: Context;
const runAt = '2026-05-14T12:00:00.000Z';

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drop = database.drop;
  db = await openDatabase({ url: database.url });
  ctx = {
    db,
    clock: { now: () => new Date('2026-05-14T12:00:59.999Z') },
    queue: { add: async () => {}, durable: true },
    live: { publish: async () => {}, subscribe: () => () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  } as Partial<Context> as Context;
  await probe(
    db,
    `insert into users (user_name, email, identity_uid, auth_provider, password_hash, created_at)
     select 'user' || n, n || '@kith.test', 'uid-' || n, 'email', '-', $1::timestamptz - interval '30 days'
     from generate_series(1, 12) n`,
    [runAt],
  );
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** Adds `likes` likes to the post, by the users with ids from `from` on, and updates the post's number of likes. */
const like = (post: number, from: number, likes: number, by: Parameters<typeof probe>[0] = db) =>
  probe(
    by,
    `with liked as (
       insert into likes (user_id, post_id) select $2::int + n, $1 from generate_series(0, $3::int - 1) n returning post_id
     )
     update posts set likes_count = likes_count + $3 where id = $1`,
    [post, from, likes],
  );

/** A post of the first user that is `hours` hours old and has `likes` likes, by the users from the second on. */
async function post(hours: number, likes: number): Promise<number> {
  const { rows } = await probe(
    db,
    `insert into posts (author_id, caption, created_at)
     values (1, 'x', $1::timestamptz - $2 * interval '1 hour') returning id`,
    [runAt, hours],
  );
  await like(rows[0].id, 2, likes);
  return rows[0].id;
}

const scores = async () => {
  const { rows } = await probe(db, 'select post_id, score from popular_entries');
  return new Map<number, number>(rows.map(({ post_id, score }) => [post_id, score]));
};

describe('a ranking', () => {
  it('weighs the number of people against the age of a post: three likes today rank above ten of last week', async () => {
    const today = await post(2, 3);
    const lastWeek = await post(7 * 24, 10);
    const old = await post(15 * 24, 10);
    const future = await post(-1, 3);
    await probe(db, 'insert into comments (post_id, author_id, content) values ($1, 2, $2), ($1, 1, $2)', [today, 'x']);
    await scorePosts(ctx, { runAt });
    await scorePosts(ctx, { runAt });
    await publishRanking(ctx, { runAt });
    await publishRanking(ctx, { runAt });
    const found = await scores();
    expect(found.get(today)).toBeCloseTo(3 / 2 ** (2 / 24), 6);
    expect(found.get(lastWeek)).toBeCloseTo(10 / 2 ** 7, 6);
    expect([old, future].map((id) => found.has(id))).toEqual([false, false]);
    const entries = await probe(db, 'select rank, post_id from popular_entries order by rank');
    expect(entries.rows).toEqual([
      { rank: 1, post_id: today },
      { rank: 2, post_id: lastWeek },
    ]);
  });

  const ranked = async (at = runAt, by: Context = ctx) => {
    await probe(db, 'delete from popular_snapshots where run_at = $1', [at]);
    await scorePosts(by, { runAt: at });
    await publishRanking(by, { runAt: at });
    const { rows } = await probe(
      db,
      `select e.post_id from popular_entries e join popular_snapshots s on s.id = e.snapshot_id
       where s.run_at = $1 order by e.rank`,
      [at],
    );
    return rows.map(({ post_id }) => post_id);
  };

  const empty = async () => {
    await probe(db, 'delete from posts');
    await probe(db, 'update popular_progress set likes_to = 0, comments_to = 0');
  };

  it('is updated after likes and unlikes, and counts a like whose transaction committed late', async () => {
    await empty();
    const [one, two] = [await post(5, 3), await post(5, 2)];
    expect(await ranked()).toEqual([one, two]);
    await probe(db, 'delete from likes where post_id = $1 and user_id > 2', [one]);
    await probe(db, 'update posts set likes_count = 1 where id = $1', [one]);
    expect(await ranked()).toEqual([two, one]);
    const late = await db.pool.connect();
    await late.query('begin');
    await like(one, 9, 2, { pool: late });
    await like(two, 11, 1);
    expect(await ranked()).toEqual([two, one]);
    await like(one, 12, 1, { pool: late });
    await late.query('commit');
    late.release();
    expect(await ranked()).toEqual([one, two]);
    // Once the likes are older than a minute, the stored position `likes_to` moves past all of them.
    await probe(db, `update likes set created_at = now() - interval '2 minutes'`);
    await ranked();
    const { rows } = await probe(db, 'select likes_to = (select max(id) from likes) as all from popular_progress');
    expect(rows).toEqual([{ all: true }]);
  });

  it('keeps its order while nothing happens, and drops posts a fortnight old', async () => {
    await empty();
    const [old, young] = [await post(300, 10), await post(200, 1)];
    expect(await ranked()).toEqual([young, old]);
    const { rows: before } = await probe(db, 'select * from popular_posts order by post_id');
    expect(await ranked('2026-05-15T12:00:00.000Z')).toEqual([young, old]);
    expect((await probe(db, 'select * from popular_posts order by post_id')).rows).toEqual(before);
    expect(await ranked('2026-05-16T12:00:00.000Z')).toEqual([young]);
    expect((await probe(db, 'select post_id from popular_posts')).rows).toEqual([{ post_id: young }]);
  });

  it('ignores disabled members from the next run on', async () => {
    await empty();
    const disable = (id: number, at: Date | null) =>
      db.transaction((tx) =>
        updateDisabled(ctx, tx, id, (user) => {
          user.operatorDisabledAt = at;
        }),
      );
    const [loud, modest] = [await post(5, 3), await post(5, 2)];
    expect(await ranked()).toEqual([loud, modest]);
    for (const id of [3, 4]) await disable(id, new Date());
    expect(await ranked()).toEqual([modest, loud]);
    for (const id of [3, 4]) await disable(id, null);
    expect(await ranked()).toEqual([loud, modest]);
  });

  it('is corrected by a recount, however its scores became wrong', async () => {
    await empty();
    const [one, two] = [await post(5, 3), await post(5, 2)];
    await ranked();
    await probe(db, `update likes set created_at = now() - interval '2 minutes'`);
    await ranked();
    await probe(db, 'delete from popular_posts where post_id = $1', [one]);
    await probe(db, 'update popular_posts set hotness = hotness - 5');
    expect(await ranked()).toEqual([two]);
    await recountCounters(ctx);
    expect(await ranked()).toEqual([one, two]);
  });

  it('is the same if its job is killed at any step', async () => {
    await empty();
    const posts = [await post(5, 4), await post(6, 3), await post(7, 2)];
    await recountCounters(ctx);
    for (let nth = 0, whole = false; !whole; nth += 1) {
      expect(nth).toBeLessThan(50);
      let left = nth;
      const run = (async (statement: never, params: never) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return db.run(statement, params);
      }) as never;
      whole = await ranked(runAt, { ...ctx, db: { ...db, run } }).then(
        () => true,
        () => false,
      );
      if (whole) expect(nth).toBeGreaterThan(4);
    }
    expect(await ranked()).toEqual(posts);
  });

  it('estimates the weight of likes from a sample of a thousand, on posts with very many likes', async () => {
    await empty();
    const crowded = await post(5, 0);
    await probe(
      db,
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash, created_at)
       select 'crowd' || n, 'c' || n || '@kith.test', 'c-' || n, 'email', '-',
         case when n % 2 = 0 then now() else now() - interval '30 days' end from generate_series(1, 3000) n`,
    );
    await probe(
      db,
      `insert into likes (user_id, post_id, weight)
       select id, $1, case when created_at > now() - interval '1 day' then 0.25 end from users where user_name like 'crowd%'`,
      [crowded],
    );
    await probe(db, 'update posts set likes_count = 3000 where id = $1', [crowded]);
    await ranked();
    const { rows } = await probe(
      db,
      'select score from popular_entries where post_id = $1 order by snapshot_id desc limit 1',
      [crowded],
    );
    const people = rows[0].score * 2 ** (5 / 24);
    // The expected number is 1,875, because half of the people count as one and half as a quarter; it is extrapolated from a
    // sample of a thousand.
    expect(people).toBeGreaterThan(1_600);
    expect(people).toBeLessThan(2_150);
  });

  it('counts a member who had joined less than a day before the like as a quarter, and ignores the author', async () => {
    await empty();
    const { rows: users } = await probe(
      db,
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash, created_at)
       select 'age' || hours, 'age' || hours || '@kith.test', 'age-' || hours, 'email', '-', now() - hours * interval '1 hour'
       from unnest(array[1, 23, 25]) hours returning id`,
    );
    const [liked, own] = [await post(5, 0), await post(6, 0)];
    for (const { id } of users) await db.run(likeQueries.add, [id, liked]);
    await db.run(likeQueries.add, [1, liked]);
    await db.run(likeQueries.add, [1, own]);
    expect(await ranked()).toEqual([liked]);
    const people = async () => 2 ** (5 / 24) * ((await scores()).get(liked) as number);
    expect(await people()).toBeCloseTo(1.5, 6);
    // A day later these members are no longer newcomers; their likes keep their weight.
    await probe(db, `update likes set created_at = created_at - interval '2 hours'`);
    await probe(db, `update users set created_at = created_at - interval '1 day' where user_name like 'age%'`);
    await recountCounters(ctx);
    await ranked();
    expect(await people()).toBeCloseTo(1.5, 6);
  });

  it('contains only public posts, from the next run after a change', async () => {
    await empty();
    const [one, two] = [await post(5, 3), await post(5, 2)];
    const seenBy = (postId: number, audience: 'public' | 'friends') =>
      db.run(postQueries.change, [1, postId, 'x', null, new Date(runAt), audience, null, null]);
    await seenBy(one, 'friends');
    expect(await ranked()).toEqual([two]);
    expect((await probe(db, 'select post_id from popular_posts')).rows).toEqual([{ post_id: two }]);
    await seenBy(one, 'public');
    expect(await ranked()).toEqual([one, two]);
  });

  it('scores only posts that can rank among the first two thousand', async () => {
    await empty();
    await probe(
      db,
      `insert into posts (author_id, caption, created_at, likes_count)
       select 1, 'p', $1::timestamptz - interval '1 hour', 2 from generate_series(1, 2100)`,
      [runAt],
    );
    await probe(db, 'insert into likes (user_id, post_id) select u, id from posts cross join generate_series(2, 3) u');
    await ranked();
    const weak = await post(200, 1);
    const strong = await post(1, 5);
    expect((await ranked())[0]).toBe(strong);
    expect((await probe(db, 'select from popular_posts where post_id = $1', [weak])).rowCount).toBe(0);
  });

  it('is kept for ten runs', async () => {
    for (let minute = 1; minute <= 12; minute += 1) {
      await publishRanking(ctx, { runAt: `2026-05-14T13:${String(minute).padStart(2, '0')}:00.000Z` });
    }
    const { rows } = await probe(db, 'select count(*) as kept, max(run_at) as newest from popular_snapshots');
    expect(rows).toEqual([{ kept: 10, newest: '2026-05-14T13:12:00.000Z' }]);
  });

  it('is made once a minute, however often it is requested, and posts are scored before it is published', async () => {
    await empty();
    const [one, two] = [await post(5, 3), await post(5, 2)];
    await probe(db, 'delete from popular_snapshots');
    await startRanking(ctx);
    await Promise.all([startRanking(ctx), startRanking(ctx)]);
    const { rows } = await probe(db, 'select id, run_at from popular_snapshots');
    expect(rows).toEqual([{ id: expect.any(Number), run_at: runAt }]);
    const ranks = await probe(db, 'select post_id from popular_entries order by rank');
    expect(ranks.rows).toEqual([{ post_id: one }, { post_id: two }]);
  });
});
