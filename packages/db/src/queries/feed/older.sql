-- $1 viewer, $2 and $3 the last row's created_at and id, $4 rows. For what is older than the viewer's entries.
select {{post_columns}}
from (
  select newest.id, newest.created_at
  from follows f
  cross join lateral (
    select id, created_at from posts
    where author_id = f.followed_id and (created_at, id) < ($2::timestamptz, $3::bigint)
    order by created_at desc, id desc
    limit $4
  ) newest
  join users a on a.id = f.followed_id and a.disabled_at is null and a.deleted_at is null
  where f.follower_id = $1
  order by newest.created_at desc, newest.id desc
  limit $4
) chosen
join posts p on p.id = chosen.id
{{post_joins}}
order by chosen.created_at desc, chosen.id desc
