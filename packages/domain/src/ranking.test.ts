import { type Database, openDatabase } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Context } from './context.ts';
import type { Job } from './jobs.ts';
import { publishRanking, scorePosts, startRanking } from './ranking.ts';

let db: Database;
let drop: () => Promise<void>;
let ctx: Context;
const flows: Job[][] = [];
const runAt = '2026-05-14T12:00:00.000Z';

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drop = database.drop;
  db = await openDatabase({ url: database.url });
  ctx = {
    db,
    clock: { now: () => new Date('2026-05-14T12:00:59.999Z') },
    queue: { add: async () => {}, addFlow: async (parent, children) => void flows.push([parent, ...children]) },
    live: { publish: async () => {}, subscribe: () => () => {} },
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

/** A post of the first user, so many hours old, that users from the second on like. */
async function post(hours: number, likes: number): Promise<number> {
  const { rows } = await probe(
    db,
    `insert into posts (author_id, caption, created_at, likes_count)
     values (1, 'x', $1::timestamptz - $2 * interval '1 hour', $3) returning id`,
    [runAt, hours, likes],
  );
  const liked = 'insert into likes (user_id, post_id) select n, $1 from generate_series(2, $2::int) n';
  await probe(db, liked, [rows[0].id, likes + 1]);
  return rows[0].id;
}

const scores = async () => {
  const { rows } = await probe(db, 'select post_id, score from popular_scores where run_at = $1', [runAt]);
  return new Map<number, number>(rows.map(({ post_id, score }) => [post_id, score]));
};

describe('a ranking', () => {
  it('scores people over age: three likes of today pass ten of last week', async () => {
    const today = await post(2, 3);
    const lastWeek = await post(7 * 24, 10);
    const old = await post(15 * 24, 10);
    const future = await post(-1, 3);
    await probe(db, 'insert into comments (post_id, author_id, content) values ($1, 2, $2), ($1, 1, $2)', [today, 'x']);
    await scorePosts(ctx, { runAt, slice: 0, of: 1 });
    await scorePosts(ctx, { runAt, slice: 0, of: 1 });
    const found = await scores();
    expect(found.get(today)).toBeCloseTo(3 / 4 ** 1.5, 9);
    expect(found.get(lastWeek)).toBeCloseTo(10 / 170 ** 1.5, 9);
    expect([old, future].map((id) => found.has(id))).toEqual([false, false]);

    await publishRanking(ctx, { runAt });
    await publishRanking(ctx, { runAt });
    const entries = await probe(db, 'select rank, post_id from popular_entries order by rank');
    expect(entries.rows).toEqual([
      { rank: 1, post_id: today },
      { rank: 2, post_id: lastWeek },
    ]);
    expect((await scores()).size).toBe(0);
  });

  it('is kept ten times', async () => {
    for (let minute = 1; minute <= 12; minute += 1) {
      await publishRanking(ctx, { runAt: `2026-05-14T13:${String(minute).padStart(2, '0')}:00.000Z` });
    }
    const { rows } = await probe(db, 'select count(*) as kept, max(run_at) as newest from popular_snapshots');
    expect(rows).toEqual([{ kept: 10, newest: '2026-05-14T13:12:00.000Z' }]);
  });

  it('is one run a minute, however many ask for it, of four slices that are each post once', async () => {
    await startRanking(ctx);
    await startRanking(ctx);
    expect(flows[0]).toEqual(flows[1]);
    const [parent, ...slices] = flows[0] as Job[];
    expect(parent).toMatchObject({ name: 'popular.publish', payload: { runAt } });
    expect(slices.map(({ payload }) => payload)).toEqual([0, 1, 2, 3].map((slice) => ({ runAt, slice, of: 4 })));
    expect(new Set(flows[0]?.map(({ id }) => id)).size).toBe(5);
  });
});
