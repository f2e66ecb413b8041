import { type Context, rebuildFeeds } from '@kith/domain';
import { progress } from './progress.ts';

const chunk = 5000;

/** How many others each bulk member follows. */
const follows = 20;

const texts = `(array['Good morning from here', 'Almost weekend', 'Una tarde tranquila', 'Con buena gente todo sabe mejor',
  'Spokojna niedziela', 'Kawa i dobra książka', 'Found an old photograph today', 'Walking home the long way'])`;

/** Every bulk member with a number from 1 on, to be picked by arithmetic: the same numbers give the same community. */
const numbered = `
  create temp table bulk (n bigint primary key, id bigint);
  insert into bulk select row_number() over (order by id), id from users where identity_uid like 'bulk-%';
  analyze bulk`;

const addMembers = `
  insert into users (user_name, email, identity_uid, auth_provider, password_hash, language, created_at)
  select 'member_' || n, 'member_' || n || '@bulk.kith.example', 'bulk-' || n, 'email', '!', (array['en', 'es', 'pl'])[1 + n % 3],
    now() - n % 90 * interval '1 day'
  from generate_series($1::int, $2::int) n on conflict do nothing`;

const addFollows = `
  with pairs as (
    select a.id as follower, b.id as followed from bulk a
    cross join generate_series(1, ${follows}) step
    join bulk b on b.n = 1 + (a.n * 31 + step * step * 17) % $3
    where a.n between $1 and $2 and a.id <> b.id
  ), followed as (
    insert into follows (follower_id, followed_id, created_at)
    select follower, followed, now() - random() * interval '60 days' from pairs
    on conflict do nothing returning follower_id, followed_id
  )
  insert into contacts (user_id, contact_id)
  select follower_id, followed_id from followed union select followed_id, follower_id from followed on conflict do nothing`;

const addPosts = `
  with written as (
    insert into posts (author_id, caption, created_at)
    select b.id, ${texts}[1 + s % 8] || ' #day' || s % 30, now() - random() * interval '60 days'
    from generate_series($1::int, $2::int) s join bulk b on b.n = 1 + s::bigint * 7919 % $3
    returning id, created_at
  ), liked as (
    insert into likes (user_id, post_id, created_at)
    select b.id, w.id, w.created_at + random() * interval '1 day' from written w
    cross join lateral generate_series(1, w.id * 7 % 11) step
    join bulk b on b.n = 1 + (w.id * 13 + step * 7) % $3
    on conflict do nothing
  )
  insert into comments (post_id, author_id, content, created_at)
  select w.id, b.id, ${texts}[1 + step % 8], w.created_at + step * interval '1 hour' from written w
  cross join lateral generate_series(1, w.id * 5 % 4) step
  join bulk b on b.n = 1 + (w.id * 29 + step) % $3`;

/** Rows came without their counters. */
const recount = [
  `update users u set
     posts_count = (select count(*) from posts where author_id = u.id),
     followers_count = (select count(*) from follows where followed_id = u.id),
     following_count = (select count(*) from follows where follower_id = u.id)
   from bulk where bulk.id = u.id`,
  `update posts p set
     likes_count = (select count(*) from likes where post_id = p.id),
     comments_count = (select count(*) from comments where post_id = p.id)
   from bulk where bulk.id = p.author_id`,
];

/**
 * Fills the tables up to `users` members named member_1 and so on, with `posts` posts in all, by rows and not by
 * operations. They cannot log in. What is there counts: a second run with the same numbers adds nothing.
 */
export async function seedBulk(ctx: Context, { users, posts }: { users: number; posts: number }): Promise<void> {
  if (users === 0) return;
  const client = await ctx.db.pool.connect();
  const count = async (sql: string) => Number((await client.query(`select count(*) as n from ${sql}`)).rows[0]?.n);
  const fill = async (what: string, from: number, to: number, statement: string, of?: number) => {
    if (from >= to) return;
    const tell = progress(what, to);
    for (let first = from + 1; first <= to; first += chunk) {
      const last = Math.min(first + chunk - 1, to);
      await client.query(statement, of === undefined ? [first, last] : [first, last, of]);
      tell(last);
    }
  };
  try {
    const hasUsers = await count(`users where identity_uid like 'bulk-%'`);
    await fill('Members', hasUsers, users, addMembers);
    await client.query(numbered);
    const of = Math.max(users, hasUsers);
    const hasPosts = await count('posts where author_id in (select id from bulk)');
    await fill('Members who follow others', hasUsers, users, addFollows, of);
    await fill('Bulk posts', hasPosts, posts, addPosts, of);
    if (users <= hasUsers && posts <= hasPosts) return;
    await client.query('analyze');
    for (const statement of recount) await client.query(statement);
    await rebuildFeeds(ctx);
    await client.query('analyze');
  } finally {
    // The connection goes, and the table of numbers with it.
    client.release(true);
  }
}
