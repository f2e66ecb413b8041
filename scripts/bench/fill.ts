import { createHash, randomBytes } from 'node:crypto';
import { type Database, now, PopularProgress } from '@kith/db';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { deliverNotifications, rebuildFeeds } from '@kith/domain';

export interface Sizes {
  users: number;
  posts: number;
  likes: number;
  comments: number;
  follows: number;
}

export const sizesOf = (scale: number): Sizes => ({
  users: 10_000 * scale,
  posts: 200_000 * scale,
  likes: 1_000_000 * scale,
  comments: 300_000 * scale,
  follows: 500_000 * scale,
});

/** A member as whom the measurements send requests. */
export interface Member {
  userId: number;
  token: string;
  /** The number of members whom this member follows. */
  follows: number;
}

export interface Cast {
  viewers: Member[];
  /** Follows 200 members, has blocked 1,000 others, and has muted 1,000, of whom 100 are followed. */
  guarded: Member;
  /** Follows 200 members and 50 authors with very many followers, whose posts are added to a feed only when it is read. */
  mixed: Member;
  /** Is in 200 group chats. */
  talker: Member;
  /** Writes the posts, likes, comments and messages of the measurements. Has about 50 followers. */
  writer: Member;
}

/** The id of the group with 50 members. The other 199 groups have three members each. */
export const largeGroup = 1_000_001;

const people = (s: Sizes): string[] => [
  `insert into users (user_name, email, identity_uid, auth_provider, password_hash, created_at)
   select 'bench_' || n, n || '@bench.test', 'bench-' || n, 'email', '-',
     now() - interval '2 years' * (1 - n / ${s.users}::float)
   from generate_series(1, ${s.users}) n`,
  `insert into follows (follower_id, followed_id)
   select distinct a, b from (
     select 1 + floor(random() * ${s.users})::int as a, 1 + floor(random() * random() * ${s.users})::int as b
     from generate_series(1, ${s.follows})
   ) pairs where a <> b order by a, b`,
];

const content = (s: Sizes): string[] => [
  `insert into posts (author_id, caption, created_at)
   select 1 + floor(random() * random() * ${s.users})::int, 'Caption number ' || n || ' with some words in it #tag' || n % 100,
     now() - interval '180 days' * (1 - n / ${s.posts}::float)
   from generate_series(1, ${s.posts}) n`,
  // The search index gets words that occur in all posts, in most, in a tenth, in a thousandth, and in one.
  `insert into post_words (post_id, word, author_id)
   select n, w.word, author_id from (select id as n, author_id from posts where id <= ${s.posts}) p
   cross join lateral (values ('the', 1), ('a', 1 + n % 3 / 2), ('tenth', 1 + n % 10), ('#tenth tenth', 1 + n % 10),
     ('word' || n % 1000, 1), (n::text, 1)) w (word, once)
   where w.once = 1`,
  `insert into likes (user_id, post_id)
   select distinct 1 + floor(random() * ${s.users})::int as a, 1 + floor(random() * ${s.posts})::int as b
   from generate_series(1, ${s.likes}) order by a, b`,
  `insert into comments (post_id, author_id, content)
   select 1 + floor(random() * ${s.posts})::int, 1 + floor(random() * ${s.users})::int, 'A comment, number ' || n
   from generate_series(1, ${s.comments}) n`,
  `insert into comments (post_id, author_id, content)
   select 77, 1 + n, 'A comment of many, number ' || n from generate_series(1, 60) n`,
  `insert into chats (id, kind, lower_id, higher_id) values (1, 'direct', 1, 2);
   alter table chats alter id restart with 2;
   insert into messages (sender_id, receiver_id, chat_id, content)
   select case when n % 2 = 0 then 1 else 2 end, case when n % 2 = 0 then 2 else 1 end, 1, 'A message, number ' || n
   from generate_series(1, 2000) n;
   update chats set last_id = (select max(id) from messages)`,
  `insert into chats (kind, lower_id, higher_id)
   select distinct 'direct', least(follower_id, followed_id), greatest(follower_id, followed_id) from follows
   on conflict do nothing`,
  `insert into memberships (chat_id, user_id, contact_id, last_message_id)
   select d.id, a, b, d.last_id from chats d cross join lateral (values (lower_id, higher_id), (higher_id, lower_id)) pair (a, b)
   where d.kind = 'direct' order by a, b`,
  `update memberships c set unread_count = n.unread from (
     select receiver_id, chat_id, count(*)::int as unread from messages where read_at is null group by 1, 2
   ) n where c.user_id = n.receiver_id and c.chat_id = n.chat_id`,
  `with given as (
     select 10 + (nth * 3 + liker) % 40 as user_id, mine.id as post_id
     from (select id, row_number() over () as nth from posts where author_id = 1 limit 200) mine, generate_series(0, 3) liker
   ), liked as (
     insert into likes (user_id, post_id) select user_id, post_id from given on conflict do nothing
   )
   select count(notify_member(1, 'like', user_id, post_id, null)) from given`,
];

/** Statements that set each counter for all rows at once. The product's own recount works in batches, and would take longer. */
const counters = [
  `update posts p set likes_count = n.likes, comments_count = n.comments from (
     select post_id, sum(likes)::int as likes, sum(comments)::int as comments from (
       select post_id, 1 as likes, 0 as comments from likes union all select post_id, 0, 1 from comments
     ) each group by post_id
   ) n where n.post_id = p.id`,
  `update users u set posts_count = n.posts, public_posts_count = n.posts, followers_count = n.followers, following_count = n.following from (
     select id, sum(posts)::int as posts, sum(followers)::int as followers, sum(following)::int as following from (
       select author_id as id, 1 as posts, 0 as followers, 0 as following from posts
       union all select followed_id, 0, 1, 0 from follows
       union all select follower_id, 0, 0, 1 from follows
     ) each group by id
   ) n where n.id = u.id`,
];

/** Statements that put a member into 200 groups, each with 20 unread messages whose words are indexed for search. */
const groups = (talker: number): string[] => [
  `insert into chats (id, kind, name, maker_id)
   select ${largeGroup} - 1 + n, 'group', 'Group ' || n, ${talker} from generate_series(1, 200) n`,
  `insert into memberships (chat_id, user_id, unread_count)
   select d.id, u.id, case when u.id = ${talker} then 20 else 0 end from chats d
   join users u on u.id = ${talker} or u.id between 300 and case when d.id = ${largeGroup} then 348 else 301 end
   where d.id >= ${largeGroup}`,
  `insert into messages (sender_id, chat_id, content)
   select 300, d.id, 'Line ' || n || ' with word' || (d.id + n) % 50
   from chats d cross join generate_series(1, 20) n where d.id >= ${largeGroup} order by n, d.id`,
  `insert into message_words (message_id, word, chat_id)
   select m.id, w.word, m.chat_id from messages m
   cross join lateral unnest(string_to_array(lower(m.content), ' ')) w (word) where m.chat_id >= ${largeGroup}`,
  `update chats d set last_id = n.last from (select chat_id, max(id) as last from messages where chat_id >= ${largeGroup} group by 1) n where n.chat_id = d.id`,
  'update memberships s set last_message_id = d.last_id from chats d where d.id = s.chat_id and s.contact_id is null',
];

/**
 * Runs statements without triggers and foreign key checks, so they must insert consistent rows. One connection runs them all,
 * because setseed makes random() reproducible for one connection only.
 */
export async function inBulk(db: Database, statements: string[]): Promise<void> {
  const connection = await db.pool.connect();
  const run = (sql: string) => probe({ pool: connection }, sql);
  try {
    await run('set session_replication_role = replica');
    await run('select setseed(0.42)');
    for (const sql of statements) await run(sql);
  } finally {
    await run('reset all');
    connection.release();
  }
}

async function signIn(ctx: Context, userId: number, follows: number): Promise<Member> {
  const token = randomBytes(32).toString('base64url');
  await probe(
    ctx.db,
    `insert into sessions (id, user_id, expires_at, reauthenticated_at) values ($1, $2, now() + interval '30 days', now())`,
    [createHash('sha256').update(token).digest('hex'), userId],
  );
  return { userId, token, follows };
}

/** The first and the last id of the large authors, who have very many followers. Members made by `viewer` do not follow them. */
const large = [101, 150];

/** Makes a member follow exactly this many others, in a fixed arbitrary order. */
async function viewer(ctx: Context, userId: number, follows: number): Promise<Member> {
  await probe(ctx.db, 'delete from follows where follower_id = $1', [userId]);
  const { rowCount } = await probe(
    ctx.db,
    `insert into follows (follower_id, followed_id)
     select $1, id from (
       select id from users where id <> $1 and id not between $3 and $4
       order by md5(id::text) limit $2
     ) chosen`,
    [userId, follows, ...large],
  );
  return signIn(ctx, userId, rowCount ?? 0);
}

/** Makes a member follow 200 others, mute 100 of these and 900 others, and block 1,000 members whom they do not follow. */
async function guardedViewer(ctx: Context, userId: number): Promise<Member> {
  const member = await viewer(ctx, userId, 200);
  for (const sql of [
    `insert into mutes (muter_id, muted_id, until)
     (select $1, followed_id, timestamptz 'infinity' from follows where follower_id = $1 order by followed_id limit 100)
     union all
     (select $1, id, timestamptz 'infinity' from users
      where id <> $1 and id not in (select followed_id from follows where follower_id = $1) order by id limit 900)`,
    `delete from follows where followed_id = $1 and follower_id in (select id from users order by id desc limit 1200)`,
    `insert into blocks (blocker_id, blocked_id)
     select $1, id from users
     where id <> $1 and id not in (select followed_id from follows where follower_id = $1) order by id desc limit 1000`,
  ])
    await probe(ctx.db, sql, [userId]);
  return member;
}

/**
 * Makes a member follow 200 others and the 50 large authors. Also makes all members with an id above 8 follow the first of these
 * authors.
 */
async function mixedViewer(ctx: Context, userId: number): Promise<Member> {
  const member = await viewer(ctx, userId, 200);
  await probe(
    ctx.db,
    `insert into follows (follower_id, followed_id)
     select $1, id from users where id between $2 and $3
     union select id, $2 from users where id > 8 and id <> $2
     on conflict do nothing`,
    [userId, ...large],
  );
  return { ...member, follows: 250 };
}

/**
 * Fills an empty database in bulk. random() is seeded, so the result is reproducible. Returns the members of `Cast`, whose
 * `viewers` follow 10, 200, 2,000 and 10,000 members.
 */
export async function fill(ctx: Context, sizes: Sizes): Promise<Cast> {
  await inBulk(ctx.db, people(sizes));
  const viewers: Member[] = [];
  for (const [index, follows] of [10, 200, 2_000, 10_000].entries())
    viewers.push(await viewer(ctx, index + 1, follows));
  // The second viewer is followed back, because the list of what is new today reads the posts of friends.
  const followsBack =
    'insert into follows select followed_id, $1, now() from follows where follower_id = $1 on conflict do nothing';
  await probe(ctx.db, followsBack, [2]);
  const guarded = await guardedViewer(ctx, 7);
  const mixed = await mixedViewer(ctx, 8);
  await inBulk(ctx.db, [...content(sizes), ...counters, ...groups(6)]);
  await deliverNotifications(ctx);
  // Vacuums before the feeds are built, because building them uses index-only scans, which need vacuumed tables.
  await probe(ctx.db, 'vacuum analyze');
  await probe(ctx.db, 'truncate feed_entries');
  await rebuildFeeds(ctx);
  // Makes the ranking start from the beginning, because the bulk inserts did not record what it has to process.
  await ctx.db.em().nativeUpdate(PopularProgress, {}, { rebuildBefore: now() });
  // Leaves the posts of the large authors out of the feeds.
  await probe(ctx.db, 'update posts set fanned_out = false where author_id between $1 and $2', large);
  await probe(ctx.db, 'delete from feed_entries where user_id = 8 and author_id between $1 and $2', large);
  await probe(ctx.db, 'vacuum analyze feed_entries');
  const { rows } = await probe<{ id: number }>(
    ctx.db,
    'select id from users where id > 10 order by abs(followers_count - 50), id limit 1',
  );
  const writer = await signIn(ctx, rows[0]?.id ?? 5, 0);
  return { viewers, guarded, mixed, talker: await signIn(ctx, 6, 0), writer };
}
