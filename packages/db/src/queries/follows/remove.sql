-- $1 follower, $2 followed. Rows of two members are always locked in the order of their ids.
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
  exists (select from unfollowed) as changed, false as notified, null::bigint as outbox_id
from users u join pair on u.id = pair.followed
