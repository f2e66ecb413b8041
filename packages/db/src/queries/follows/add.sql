-- $1 follower, $2 followed, $3 what else its outbox row's payload holds. Rows of two members are always locked in the order of their ids.
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
  (select id from queued) as outbox_id
from users u join pair on u.id = pair.followed
