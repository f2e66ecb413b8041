-- name: add
-- $1 user, $2 post
with actor as (
  {{living_actor}}
), chosen as (
  select p.id, p.author_id, p.likes_count
  from posts p join users u on u.id = p.author_id and {{visible_post}}
  where p.id = $2
  for key share of u
), liked as (
  insert into likes (user_id, post_id, weight)
  select a.id, p.id, case when a.created_at > now() - interval '1 day' then {{newcomer_weight}} end from actor a cross join chosen p
  on conflict (user_id, post_id) do nothing
  returning post_id
), counted as (
  update posts set likes_count = likes_count + 1
  where id = (select post_id from liked)
  returning author_id, likes_count
), notified as (
  select notify_of_like(author_id, $1, $2) as done from counted
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
  from posts p join users u on u.id = p.author_id and {{visible_post}}
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
-- $1 viewer, $2 last id seen, $3 rows
select l.id, l.user_id, l.post_id, l.created_at
from likes l
{{like_joins}}
where l.id < $2
order by l.id desc
limit $3

-- name: byUser
-- $1 viewer, $2 last id seen, $3 rows, $4 user
select l.id, l.user_id, l.post_id, l.created_at
from likes l
{{like_joins}}
where l.user_id = $4 and l.id < $2
order by l.id desc
limit $3
