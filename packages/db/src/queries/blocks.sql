-- name: add(blocker, blocked)
-- Blocks the member $2 for $1; the caller has locked both rows. Returns no row if $2 has already blocked $1. Follows, requests,
-- feed entries and close friendships between the two are deleted, and $1 no longer has their chat pinned. The posts, comments and
-- messages of each are not deleted, but hidden from the other.
with blocked as (
  insert into blocks (blocker_id, blocked_id) select $1, u.id from users u
  where u.id = $2 and {{blockable_user}} and exists (select from users where id = $1 and deleted_at is null and disabled_at is null)
  on conflict do nothing
  returning blocked_id
), unfollowed as (
  delete from follows f
  where (f.follower_id, f.followed_id) in (($1, $2), ($2, $1))
  returning f.follower_id, f.followed_id
), counted as (
  update users u set
    following_count = following_count - (select count(*) from unfollowed where follower_id = u.id),
    followers_count = followers_count - (select count(*) from unfollowed where followed_id = u.id)
  where u.id in ($1, $2) and exists (select from unfollowed)
), removed_requests as (
  delete from follow_requests where (follower_id, followed_id) in (($1, $2), ($2, $1))
), removed_close_friends as (
  delete from close_friends where (owner_id, friend_id) in (($1, $2), ($2, $1))
), unpinned as (
  update memberships set pinned_at = null where user_id = $1 and contact_id = $2 and pinned_at is not null
), removed_entries as (
  delete from feed_entries where (user_id, author_id) in (($1, $2), ($2, $1))
)
select exists (select from blocked) as "changed!", exists (select from unfollowed where follower_id = $1) as "followed!",
  exists (select from unfollowed where follower_id = $2) as "followed_back!"
from users u where u.id = $2 and {{blockable_user}}

-- name: list(owner, at, id, rows)
-- Lists the members whom $1 has blocked, newest block first: at most $4 after the row with the created_at $2 and the user id $3.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, k.created_at, k.blocked_id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, blocked_id desc) as position from blocks
  where blocker_id = $1 and (created_at, blocked_id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, blocked_id desc
  limit $4
) k
left join lateral (select * from users u where u.id = k.blocked_id and {{blockable_user}} offset 0) u on true
where u.id is not null or k.position = $4
order by k.created_at desc, k.blocked_id desc
