-- $1 viewer, $2 and $3 from this name (included) to that (excluded), $4 after this name, $5 rows; names in lower case
select u.id, u.user_name, u.picture_key, u.bio,
  coalesce((select true from follows m where m.follower_id = $1 and m.followed_id = u.id), false) as followed_by_me
from users u
where lower(u.user_name) ~>=~ $2 and lower(u.user_name) ~<~ $3 and lower(u.user_name) ~>~ $4
  and u.id <> $1 and u.disabled_at is null and u.deleted_at is null
order by lower(u.user_name) using ~<~
limit $5
