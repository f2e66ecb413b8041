-- $1 viewer, $2 and $3 the last row's created_at and id, $4 rows. The entries are an index: who is followed is asked again.
select {{post_columns}}
from feed_entries e
join follows f on f.follower_id = $1 and f.followed_id = e.author_id
join posts p on p.id = e.post_id
{{post_joins}}
where e.user_id = $1 and (e.created_at, e.post_id) < ($2::timestamptz, $3::bigint)
  and e.created_at >= coalesce((select feed_since from users where id = $1), '-infinity')
order by e.created_at desc, e.post_id desc
limit $4
