-- $1 follower, $2 followed, $3 posts, $4 outbox row that is done with this
with done as (
  delete from outbox where id = $4
), member as (
  {{living_actor}}
), newest as (
  select p.id, p.created_at from member join follows f on f.follower_id = member.id join posts p on p.author_id = f.followed_id
  where f.followed_id = $2
  order by p.created_at desc, p.id desc
  limit $3
), filled as (
  insert into feed_entries (user_id, created_at, post_id, author_id)
  select $1, created_at, id, $2 from newest
  on conflict do nothing
)
update users set feed_since = greatest(feed_since, (select min(created_at) from newest))
where id = $1 and (select count(*) from newest) = $3
