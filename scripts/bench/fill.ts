import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@kith/domain';
import { rebuildFeeds, recountCounters } from '@kith/domain';

export interface Sizes {
  users: number;
  posts: number;
  likes: number;
  comments: number;
  follows: number;
}

/** A member the load acts as. */
export interface Viewer {
  userId: number;
  token: string;
  follows: number;
}

const statements = (s: Sizes): [string, string][] => [
  [
    'members',
    `insert into users (user_name, email, identity_uid, auth_provider, password_hash)
     select 'bench_' || n, n || '@bench.test', 'bench-' || n, 'email', '-' from generate_series(1, ${s.users}) n`,
  ],
  [
    'posts',
    `insert into posts (author_id, caption, created_at)
     select 1 + floor(random() * random() * ${s.users})::int, 'Caption number ' || n || ' with some words in it #tag' || n % 100,
       now() - interval '180 days' * (1 - n / ${s.posts}::float)
     from generate_series(1, ${s.posts}) n`,
  ],
  [
    'follows',
    `insert into follows (follower_id, followed_id)
     select distinct a, b from (
       select 1 + floor(random() * ${s.users})::int as a, 1 + floor(random() * random() * ${s.users})::int as b
       from generate_series(1, ${s.follows})
     ) pairs where a <> b on conflict do nothing`,
  ],
  [
    'likes',
    `insert into likes (user_id, post_id)
     select distinct 1 + floor(random() * ${s.users})::int, 1 + floor(random() * ${s.posts})::int
     from generate_series(1, ${s.likes}) on conflict do nothing`,
  ],
  [
    'comments',
    `insert into comments (post_id, author_id, content)
     select 1 + floor(random() * ${s.posts})::int, 1 + floor(random() * ${s.users})::int, 'A comment, number ' || n
     from generate_series(1, ${s.comments}) n`,
  ],
  [
    'messages',
    `insert into messages (sender_id, receiver_id, content)
     select case when n % 2 = 0 then 1 else 2 end, case when n % 2 = 0 then 2 else 1 end, 'A message, number ' || n
     from generate_series(1, 2000) n`,
  ],
];

/** Fills an empty database in bulk and signs in viewers who follow 10, 200 and 2,000 members. Shapes follow random(), set by a seed. */
export async function fill(ctx: Context, sizes: Sizes, tell: (what: string) => void): Promise<Viewer[]> {
  const client = await ctx.db.pool.connect();
  await client.query('select setseed(0.42)');
  for (const [what, sql] of statements(sizes)) {
    tell(what);
    await client.query(sql);
  }
  const viewers: Viewer[] = [];
  for (const [index, follows] of [10, 200, 2_000].entries()) {
    const userId = index + 1;
    const token = randomBytes(32).toString('base64url');
    await client.query('delete from follows where follower_id = $1', [userId]);
    await client.query(
      `insert into follows (follower_id, followed_id)
       select $1, id from (select id from users where id <> $1 order by md5(id::text) limit $2) chosen`,
      [userId, follows],
    );
    await client.query(
      `insert into sessions (id, user_id, expires_at, reauthenticated_at) values ($1, $2, now() + interval '1 day', now())`,
      [createHash('sha256').update(token).digest('hex'), userId],
    );
    viewers.push({ userId, token, follows });
  }
  client.release();
  tell('counters and feeds');
  await recountCounters({ ...ctx, log: { ...ctx.log, warn: () => {} } });
  await rebuildFeeds(ctx);
  await ctx.db.pool.query('vacuum analyze');
  return viewers;
}
