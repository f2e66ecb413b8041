-- $1 post, $2 after this follower, $3 rows, $4 outbox row that is done with this
with done as (
  delete from outbox where id = $4
), reached as (
  select f.follower_id, p.id, p.author_id, p.created_at
  from posts p join follows f on f.followed_id = p.author_id
  where p.id = $1 and f.follower_id > $2
  order by f.follower_id
  limit $3
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select follower_id, created_at, id, author_id from reached
  on conflict do nothing
)
select coalesce(max(follower_id), 0) as last, count(*) as reached from reached
