-- The SQL statements of the seed. Bulk users are numbered from 1 on, so that followers and authors are chosen by arithmetic.

-- name: numbered()
-- Creates the table with the ids of the bulk users by number. It exists only during a run, because numbering the users for every
-- chunk would be slow.
create unlogged table if not exists bulk_numbers (n bigint primary key, id bigint not null)

-- name: fillNumbers()
insert into bulk_numbers select row_number() over (order by id), id from users where identity_uid like 'bulk-%'

-- name: emptyNumbers()
truncate bulk_numbers

-- name: dropNumbers()
drop table bulk_numbers

-- name: analyze()
analyze

-- name: counts()
select (select count(*) from users where identity_uid like 'bulk-%') as users,
  (select count(*) from posts p join users u on u.id = p.author_id and u.identity_uid like 'bulk-%') as posts

-- name: addUsers(from, to)
-- Inserts the bulk users with the numbers from $1 to $2.
insert into users (user_name, email, identity_uid, auth_provider, password_hash, language, created_at)
select 'member_' || n, 'member_' || n || '@bulk.kith.example', 'bulk-' || n, 'email', '!', (array['en', 'es', 'pl'])[1 + n % 3],
  now() - n % 90 * interval '1 day'
from generate_series($1::int, $2::int) n on conflict do nothing

-- name: addFollows(from, to, of, each)
-- Makes each of the bulk users with the numbers from $1 to $2 follow up to $4 of all $3 bulk users.
with pairs as (
  select a.id as follower, b.id as followed from bulk_numbers a
  cross join generate_series(1, $4) step
  join bulk_numbers b on b.n = 1 + (a.n * 31 + step * step * 17) % $3
  where a.n between $1 and $2 and a.id <> b.id
), followed as (
  insert into follows (follower_id, followed_id, created_at)
  select follower, followed, now() - random() * interval '60 days' from pairs
  on conflict do nothing returning follower_id, followed_id
), opened as (
  insert into chats (kind, lower_id, higher_id)
  select distinct 'direct', least(follower_id, followed_id), greatest(follower_id, followed_id) from followed
  on conflict do nothing returning id, lower_id, higher_id
)
insert into memberships (chat_id, user_id, contact_id)
select id, a, b from opened cross join lateral (values (lower_id, higher_id), (higher_id, lower_id)) pair (a, b)

-- name: caption
-- The caption of the bulk post with the number s; after 120 posts they repeat.
{{texts}}[1 + s % 8] || ' #day' || s % 30

-- name: captions()
select {{caption}} as caption from generate_series(1, 120) s

-- name: addPosts(from, to, of, captionOfEach, words)
-- Inserts the posts with the numbers from $1 to $2, with likes and comments, all by some of the $3 bulk users. $4 and $5 are parallel
-- arrays of a caption and a word of it for the search index.
with written as (
  insert into posts (author_id, caption, created_at)
  select b.id, {{caption}}, now() - random() * interval '60 days'
  from generate_series($1::int, $2::int) s join bulk_numbers b on b.n = 1 + s::bigint * 7919 % $3
  returning id, author_id, created_at, caption
), indexed as (
  insert into post_words (post_id, word, author_id)
  select w.id, g.word, w.author_id from written w join unnest($4::text[], $5::text[]) g (caption, word) using (caption)
), liked as (
  insert into likes (user_id, post_id, created_at)
  select b.id, w.id, w.created_at + random() * interval '1 day' from written w
  cross join lateral generate_series(1, w.id * 7 % 11) step
  join bulk_numbers b on b.n = 1 + (w.id * 13 + step * 7) % $3
  on conflict do nothing
)
insert into comments (post_id, author_id, content, created_at)
select w.id, b.id, {{texts}}[1 + step % 8], w.created_at + step * interval '1 hour' from written w
cross join lateral generate_series(1, w.id * 5 % 4) step
join bulk_numbers b on b.n = 1 + (w.id * 29 + step) % $3

-- name: countUsers()
-- The inserts do not update the counters of users and posts, so the counters are computed afterwards.
  update users u set
  posts_count = (select count(*) from posts where author_id = u.id),
  public_posts_count = (select count(*) from posts where author_id = u.id and audience = 'public'),
  followers_count = (select count(*) from follows where followed_id = u.id),
  following_count = (select count(*) from follows where follower_id = u.id)
from bulk_numbers b where b.id = u.id

-- name: countPosts()
  update posts p set
  likes_count = (select count(*) from likes where post_id = p.id),
  comments_count = (select count(*) from comments where post_id = p.id)
from bulk_numbers b where b.id = p.author_id

-- name: backdateNotifications(users, since)
-- Gives the notifications of the members $1 that seeding has just caused dates relative to $2, the time to which all seeded dates
-- are relative, and marks the older ones as read.
update notifications n
set updated_at = dated.at, read_at = case when dated.at < $2::timestamptz - interval '10 hours' then dated.at end
from (
  select n.id, least($2::timestamptz, coalesce(p.created_at + (1 + n.id % 5) * interval '1 hour', $2::timestamptz - interval '50 hours')) as at
  from notifications n left join posts p on p.id = n.post_id
  where n.recipient_id = any($1) and n.updated_at between $2::timestamptz and $2::timestamptz + interval '15 minutes'
) dated
where dated.id = n.id

-- name: backdateComments(post, at)
-- Dates the comments of the post $1 in steps of 20 minutes, starting at $2, the time of the post.
update comments c set created_at = least(now(), $2::timestamptz + n * interval '20 minutes')
from (select id, row_number() over (order by id) as n from comments where post_id = $1) counted
where c.id = counted.id and c.created_at > $2
