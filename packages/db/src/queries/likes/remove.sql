-- $1 member, $2 post
with unliked as (
  delete from likes where user_id = $1 and post_id = $2
  returning post_id
), counted as (
  update posts set likes_count = likes_count - 1
  where id = (select post_id from unliked)
  returning likes_count
)
select p.author_id, coalesce((select likes_count from counted), p.likes_count) as likes_count,
  exists (select from unliked) as changed, false as notified
from posts p where p.id = $2
