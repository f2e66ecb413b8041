-- $1 member, $2 post
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
