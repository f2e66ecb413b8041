-- $1 viewer, $2 member, $3 and $4 the last row's created_at and user id, $5 rows
select u.id, u.user_name, u.picture_key, u.bio, f.created_at,
  coalesce((select true from follows m where m.follower_id = $1 and m.followed_id = u.id), false) as followed_by_me
from follows f
join users u on u.id = f.follower_id and u.disabled_at is null and u.deleted_at is null
where f.followed_id = $2 and (f.created_at, f.follower_id) < ($3::timestamptz, $4::bigint)
  and exists (select from users m where m.id = $2 and m.disabled_at is null and m.deleted_at is null)
order by f.created_at desc, f.follower_id desc
limit $5
