-- name: add
-- $1 user, $2 post
with actor as (
  {{living_actor}}
), chosen as (
  select p.id, p.author_id, p.likes_count
  from posts p join users o on o.id = p.author_id and o.disabled_at is null and o.deleted_at is null
  where p.id = $2
  for key share of o
), liked as (
  insert into likes (user_id, post_id)
  select a.id, p.id from actor a cross join chosen p
  on conflict (user_id, post_id) do nothing
  returning post_id
), counted as (
  update posts set likes_count = likes_count + 1
  where id = (select post_id from liked)
  returning author_id, likes_count
), notified as (
  select notify_member(author_id, 'like', $1, $2, null) as done from counted
)
select p.author_id, coalesce((select likes_count from counted), p.likes_count) as likes_count,
  exists (select from liked) as changed, coalesce((select done from notified), false) as notified
from chosen p cross join actor

-- name: remove
-- $1 user, $2 post
with actor as (
  {{living_actor}}
), chosen as (
  select p.id, p.author_id, p.likes_count
  from posts p join users o on o.id = p.author_id and o.disabled_at is null and o.deleted_at is null
  where p.id = $2
), unliked as (
  delete from likes where user_id = (select id from actor) and post_id = (select id from chosen)
  returning post_id
), counted as (
  update posts set likes_count = likes_count - 1
  where id = (select post_id from unliked)
  returning likes_count
)
select p.author_id, coalesce((select likes_count from counted), p.likes_count) as likes_count,
  exists (select from unliked) as changed, false as notified
from chosen p cross join actor

-- name: newest
-- $1 last id seen, $2 rows
select l.id, l.user_id, l.post_id, l.created_at
from likes l
join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
join posts p on p.id = l.post_id
join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
where l.id < $1
order by l.id desc
limit $2

-- name: byUser
-- $1 last id seen, $2 rows, $3 user
select l.id, l.user_id, l.post_id, l.created_at
from likes l
join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
join posts p on p.id = l.post_id
join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
where l.user_id = $3 and l.id < $1
order by l.id desc
limit $2
