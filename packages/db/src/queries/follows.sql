-- name: add
-- $1 follower, $2 followed, $3 what else its pending job's payload holds. Rows of two members are always locked in the order of their ids.
with living as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), pair as (
  select $1::bigint as follower, $2::bigint as followed where (select count(*) from living) = 2
), followed as (
  insert into follows (follower_id, followed_id)
  select follower, followed from pair
  on conflict (follower_id, followed_id) do nothing
  returning followed_id
), locked as (
  select id from users where id in ($1, $2) and exists (select from followed) order by id for no key update
), counted as (
  update users u set
    following_count = following_count + (u.id = $1)::int,
    followers_count = followers_count + (u.id = $2)::int
  from locked where u.id = locked.id
  returning u.id, u.followers_count
), met as (
  insert into contacts (user_id, contact_id)
  select a, b from (values (least($1, $2), greatest($1, $2)), (greatest($1, $2), least($1, $2))) pair (a, b)
  where (select count(*) from counted) > 0
  on conflict do nothing
), queued as (
  insert into outbox (name, payload, due_at)
  select 'feed.backfill', jsonb_build_object('followerId', $1::bigint, 'followedId', $2::bigint) || $3::jsonb,
    now() + interval '5 seconds'
  from followed
  returning id
), notified as (
  select notify_member($2, 'follow', $1, null, null) as done from followed
)
select coalesce((select followers_count from counted where id = $2), u.followers_count) as followers_count,
  exists (select from followed) as changed, coalesce((select done from notified), false) as notified,
  (select id from queued) as job_id
from users u join pair on u.id = pair.followed

-- name: remove
-- $1 follower, $2 followed. Rows of two users are always locked in the order of their ids.
with living as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), pair as (
  select $1::bigint as follower, $2::bigint as followed where (select count(*) from living) = 2
), unfollowed as (
  delete from follows using pair where follower_id = pair.follower and followed_id = pair.followed
  returning followed_id
), locked as (
  select id from users where id in ($1, $2) and exists (select from unfollowed) order by id for no key update
), counted as (
  update users u set
    following_count = following_count - (u.id = $1)::int,
    followers_count = followers_count - (u.id = $2)::int
  from locked where u.id = locked.id
  returning u.id, u.followers_count
), parted as (
  delete from contacts
  where (user_id, contact_id) in (($1, $2), ($2, $1)) and last_message_id = 0
    and (select count(*) from counted) > 0
    and not exists (select from follows where follower_id = $2 and followed_id = $1)
), forgotten as (
  delete from feed_entries where user_id = (select follower from pair) and author_id = $2
)
select coalesce((select followers_count from counted where id = $2), u.followers_count) as followers_count,
  exists (select from unfollowed) as changed, false as notified, null::bigint as job_id
from users u join pair on u.id = pair.followed

-- name: followedIds
-- $1 user; at most 10,000, the newest
select followed_id from follows where follower_id = $1 order by created_at desc limit 10000

-- name: followers
-- $1 viewer, $2 user, $3 and $4 the last row's created_at and user id, $5 rows
select u.id, u.user_name, u.picture_key, u.bio, f.created_at,
  coalesce((select true from follows m where m.follower_id = $1 and m.followed_id = u.id), false) as followed_by_me
from follows f
join users u on u.id = f.follower_id and u.disabled_at is null and u.deleted_at is null
where f.followed_id = $2 and (f.created_at, f.follower_id) < ($3::timestamptz, $4::bigint)
  and exists (select from users m where m.id = $2 and m.disabled_at is null and m.deleted_at is null)
order by f.created_at desc, f.follower_id desc
limit $5

-- name: following
-- $1 viewer, $2 user, $3 and $4 the last row's created_at and user id, $5 rows
select u.id, u.user_name, u.picture_key, u.bio, f.created_at,
  coalesce((select true from follows m where m.follower_id = $1 and m.followed_id = u.id), false) as followed_by_me
from follows f
join users u on u.id = f.followed_id and u.disabled_at is null and u.deleted_at is null
where f.follower_id = $2 and (f.created_at, f.followed_id) < ($3::timestamptz, $4::bigint)
  and exists (select from users m where m.id = $2 and m.disabled_at is null and m.deleted_at is null)
order by f.created_at desc, f.followed_id desc
limit $5
