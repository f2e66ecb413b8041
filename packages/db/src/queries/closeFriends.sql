-- name: list(owner, at, id, rows)
-- Lists the close friends of $1, last added first: at most $4 after the row with the created_at $2 and the user id $3.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, k.created_at, k.friend_id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, friend_id desc) as position from close_friends
  where owner_id = $1 and (created_at, friend_id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, friend_id desc
  limit $4
) k
left join lateral (select * from users u where u.id = k.friend_id and {{visible_user}} offset 0) u on true
where u.id is not null or k.position = $4
order by k.created_at desc, k.friend_id desc
