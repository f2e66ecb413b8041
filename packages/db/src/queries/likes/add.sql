-- $1 member, $2 post
with liked as (
  insert into likes (user_id, post_id)
  select $1, id from posts where id = $2
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
from posts p where p.id = $2
