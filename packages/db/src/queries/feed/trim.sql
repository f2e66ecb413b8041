-- $1 and $2 members from this id (excluded) to that, $3 entries kept of each
with last as (
  select u.id, e.created_at, e.post_id
  from users u
  cross join lateral (
    select created_at, post_id from feed_entries
    where user_id = u.id order by created_at desc, post_id desc offset $3 limit 1
  ) e
  where u.id > $1 and u.id <= $2
), marked as (
  update users u set feed_since = greatest(u.feed_since, last.created_at + interval '1 millisecond')
  from last where u.id = last.id
)
delete from feed_entries e using last
where e.user_id = last.id and (e.created_at, e.post_id) <= (last.created_at, last.post_id)
