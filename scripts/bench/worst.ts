import { openDatabase } from '@kith/db';
import { probe } from '@kith/db/testing';
import { query } from './cases.ts';
import { inBulk } from './fill.ts';
import { load } from './load.ts';
import type { Figures } from './report.ts';
import type { Side } from './side.ts';

/** The longest p99 of a list on this data, in ms. */
const maxDelayMs = 300;
const first = 2_000_000;
/** An author with a public account, whose posts are all for friends only. */
const friendsAuthor = first + 21;
/** A post with `size` likes and many comments, the newest of them by members whom the member 7 has blocked. */
const postId = 77;

/** Statements that create the worst case for each list: many rows that the viewer may not see precede the first visible row. */
const steps = (size: number): string[] => [
  `insert into users (id, user_name, email, identity_uid, auth_provider, password_hash, created_at, private)
   select ${first} + n, 'crowd_' || n, 'crowd' || n || '@bench.test', 'crowd-' || n, 'email', '-', now() - interval '1 year', n <= 20
   from generate_series(1, ${size}) n`,
  `insert into posts (author_id, caption, created_at)
   select ${first} + 1 + n % 20, 'Hidden #tenth', now() + n * interval '1 microsecond' from generate_series(1, ${size / 5}) n`,
  `insert into posts (author_id, caption, audience, created_at)
   select ${friendsAuthor}, 'For friends #tenth', 'friends', now() + n * interval '1 microsecond'
   from generate_series(1, ${(size * 3) / 20}) n`,
  `insert into post_words (post_id, word, author_id, restricted_to)
   select p.id, w.word, u.id, restricted_to(p.audience, u.private, p.frozen_at, p.hidden_at)
   from posts p join users u on u.id = p.author_id
   cross join (values ('the'), ('a'), ('tenth'), ('#tenth tenth'), ('word7')) w (word)
   where p.author_id > ${first}`,
  `insert into likes (user_id, post_id, created_at)
   select ${first} + n % 3 + 30, p.id, now() + interval '1 minute' from posts p, generate_series(0, 2) n
   where p.author_id between ${first + 1} and ${first + 20}`,
  `insert into likes (user_id, post_id, created_at)
   select ${first} + n, ${postId}, now() + n * interval '1 microsecond' from generate_series(1, ${size}) n`,
  `insert into comments (post_id, author_id, content)
   select ${postId}, ${first} + 1 + (n * 7919) % ${size}, 'A comment of a crowd, ' || n from generate_series(1, ${size / 5}) n`,
  `update posts set likes_count = likes_count + ${size}, comments_count = comments_count + ${size / 5} where id = ${postId}`,
  // The member 7 has blocked and muted those who liked, commented and followed last.
  `insert into follows (follower_id, followed_id, created_at)
   select ${first} + n, 5, now() + n * interval '1 microsecond' from generate_series(1, 10000) n`,
  `insert into blocks (blocker_id, blocked_id) select 7, ${first} + n from generate_series(${size - 2_499}, ${size}) n
   union all select 7, ${first} + n from generate_series(7501, 10000) n on conflict do nothing`,
  `insert into mutes (muter_id, muted_id, until)
   select 7, ${first} + n, timestamptz 'infinity' from generate_series(${size - 7_499}, ${size - 2_500}) n on conflict do nothing`,
  `insert into comments (post_id, author_id, content)
   select ${postId}, ${first} + n, 'A blocked comment, ' || n from generate_series(${size - 2_499}, ${size}) n`,
  `insert into follows (follower_id, followed_id) values (2, ${friendsAuthor}) on conflict do nothing`,
];

const lists: [path: string, input: object][] = [
  ['feed.home', {}],
  ['today.read', {}],
  ['events.list', {}],
  ['posts.list', {}],
  ['likes.list', {}],
  ['posts.popular', {}],
  ['posts.byUser', { userId: 5 }],
  ['posts.byUser', { userId: friendsAuthor }],
  ['likes.likers', { postId }],
  ['comments.list', { postId }],
  ['comments.list', { postId, order: 'oldest' }],
  ['follows.followers', { userId: 5 }],
  ['users.search', { query: 'c' }],
  ['users.suggested', {}],
  ['search.posts', { query: 'the word7' }],
  ['tags.posts', { tag: 'tenth' }],
  ['tags.trending', {}],
  ['notifications.list', {}],
  ['chats.list', {}],
  ['users.blocks', {}],
];

/** Measures the p99 latency of every list with 8 connections, for a usual member and for one with 5,000 blocks and mutes. */
export async function worstFigures({ api, cast, env, sizes }: Side, seconds: number): Promise<Figures> {
  const db = await openDatabase({ url: env.DATABASE_URL });
  const done = 'select from follows where follower_id = 2 and followed_id = $1';
  if ((await probe(db, done, [friendsAuthor])).rows.length === 0) {
    await inBulk(db, steps(sizes.likes));
    await probe(db, 'vacuum analyze');
  }
  await db.close();
  const took: { name: string; p99: number; failed: number }[] = [];
  for (const [path, input] of lists) {
    for (const who of ['viewer', 'guarded'] as const) {
      const token = (who === 'guarded' ? cast.guarded : cast.viewers[1])?.token;
      const at = (duration: number) => load(api.origin, { path: query(path, input), token }, 8, duration);
      await at(1);
      const { p99, failed } = await at(seconds);
      took.push({ name: `${path} ${JSON.stringify(input)}, ${who}`, p99, failed });
    }
  }
  const over = took.filter(({ p99, failed }) => p99 > maxDelayMs || failed > 0);
  const each = over.map(({ name, p99, failed }) => `${name} ${p99} ms${failed ? `, ${failed} failed` : ''}`);
  return {
    name: 'worst data',
    text: `Of ${took.length} lists on data made to hurt ${over.length} took more than ${maxDelayMs} ms at p99: ${each.join('; ') || 'none'}.`,
    figures: { took },
  };
}
