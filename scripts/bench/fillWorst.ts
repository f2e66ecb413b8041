import type { Database } from '@kith/db';
import { probe } from '@kith/db/testing';
import { inBulk, setDurability, timed, withoutTriggers } from './bulk.ts';

const first = 2_000_000;
/** The id of an author with a public account, whose 150,000 posts are all for friends only. */
export const friendsAuthor = first + 21;
/** The id of a post with a million likes and 200,000 comments, the newest of them by members whom `guarded` has blocked. */
export const crowdedPost = 77;

/** Statements that create the worst case for each list: many rows that the viewer may not see precede the first visible row. */
const steps = (size: number): [what: string, sql: string][] => [
  [
    'a million members',
    `insert into users (id, user_name, email, identity_uid, auth_provider, password_hash, created_at, private)
     select ${first} + n, 'crowd_' || n, 'crowd' || n || '@bench.test', 'crowd-' || n, 'email', '-', now() - interval '1 year', n <= 20
     from generate_series(1, ${size}) n`,
  ],
  [
    'posts of private authors',
    `insert into posts (author_id, caption, created_at)
     select ${first} + 1 + n % 20, 'Hidden #tenth', now() + n * interval '1 microsecond' from generate_series(1, ${size / 5}) n`,
  ],
  [
    'posts for friends',
    `insert into posts (author_id, caption, audience, created_at)
     select ${friendsAuthor}, 'For friends #tenth', 'friends', now() + n * interval '1 microsecond'
     from generate_series(1, ${(size * 3) / 20}) n`,
  ],
  [
    'words',
    `insert into post_words (post_id, word)
     select p.id, w.word from posts p cross join (values ('the'), ('a'), ('tenth'), ('#tenth tenth'), ('word7')) w (word)
     where p.author_id > ${first}`,
  ],
  [
    'likes of hidden posts',
    `insert into likes (user_id, post_id, created_at)
     select ${first} + n % 3 + 30, p.id, now() + interval '1 minute' from posts p, generate_series(0, 2) n
     where p.author_id between ${first + 1} and ${first + 20}`,
  ],
  [
    'likes of one post',
    `insert into likes (user_id, post_id, created_at)
     select ${first} + n, ${crowdedPost}, now() + n * interval '1 microsecond' from generate_series(1, ${size}) n`,
  ],
  [
    'comments on one post',
    `insert into comments (post_id, author_id, content)
     select ${crowdedPost}, ${first} + 1 + (n * 7919) % ${size}, 'A comment of a crowd, ' || n from generate_series(1, ${size / 5}) n`,
  ],
  [
    'counters',
    `update posts set likes_count = likes_count + ${size}, comments_count = comments_count + ${size / 5} where id = ${crowdedPost}`,
  ],
  // The member `guarded` of the bench, who has the id 7, has blocked and muted those who liked, commented and followed last.
  [
    'follows of one member',
    `insert into follows (follower_id, followed_id, created_at)
     select ${first} + n, 5, now() + n * interval '1 microsecond' from generate_series(1, 10000) n`,
  ],
  [
    'blocks',
    `insert into blocks (blocker_id, blocked_id) select 7, ${first} + n from generate_series(${size - 2_499}, ${size}) n
     union all select 7, ${first} + n from generate_series(7501, 10000) n on conflict do nothing`,
  ],
  [
    'mutes',
    `insert into mutes (muter_id, muted_id, until)
     select 7, ${first} + n, timestamptz 'infinity' from generate_series(${size - 7_499}, ${size - 2_500}) n on conflict do nothing`,
  ],
  [
    'comments by whom one has blocked',
    `insert into comments (post_id, author_id, content)
     select ${crowdedPost}, ${first} + n, 'A blocked comment, ' || n from generate_series(${size - 2_499}, ${size}) n`,
  ],
  [
    'a follow of the author for friends',
    `insert into follows (follower_id, followed_id) values (2, ${friendsAuthor}) on conflict do nothing`,
  ],
];

/** Adds the worst case for lists to a filled database, unless an earlier run has added it. */
export async function fillWorst(db: Database, members: number, log: (what: string) => void): Promise<void> {
  const done = 'select from follows where follower_id = 2 and followed_id = $1';
  if ((await probe(db, done, [friendsAuthor])).rows.length > 0) return;
  await setDurability(db.pool, false);
  await withoutTriggers(db.pool, (pool) =>
    inBulk(pool, log, async () => {
      for (const [what, sql] of steps(members)) await timed(what, log, () => probe({ pool }, sql));
    }),
  );
  await timed('vacuum', log, () => probe(db, 'vacuum analyze'));
  await setDurability(db.pool, true);
}
