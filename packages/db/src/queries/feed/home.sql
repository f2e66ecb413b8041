-- $1 viewer, $2 and $3 the last row's created_at and id, $4 rows. The entries are an index: who is followed is asked again.
-- The offset keeps the planner from hashing all the viewer's follows or sorting all their entries: it walks the entries
-- from the newest and stops when it has enough.
select shown.*
from feed_entries e
cross join lateral (
  select {{post_columns}}
  from posts p
  {{post_joins}}
  where p.id = e.post_id and (select true from follows f where f.follower_id = $1 and f.followed_id = e.author_id)
  offset 0
) shown
where e.user_id = $1 and (e.created_at, e.post_id) < ($2::timestamptz, $3::bigint)
  and e.created_at >= coalesce((select feed_since from users where id = $1), '-infinity')
order by e.created_at desc, e.post_id desc
limit $4
