-- $1 author, $2 post, $3 content, $4 client id or null
with created as (
  insert into comments (author_id, post_id, content, client_id)
  select $1, id, $3, $4 from posts where id = $2
  on conflict (author_id, client_id) do nothing
  returning id, post_id, content, created_at
), counted as (
  update posts set comments_count = comments_count + 1
  where id = (select post_id from created)
  returning author_id, comments_count
), notified as (
  select notify_member(author_id, 'comment', $1, $2, (select id from created)) as done from counted
), chosen as (
  select id, post_id, content, created_at, true as changed from created
  union all
  select id, post_id, content, created_at, false from comments
  where author_id = $1 and client_id = $4 and not exists (select from created)
)
select c.id, c.post_id, c.content, c.created_at, c.changed, u.id as author_id, u.user_name, u.picture_key,
  p.author_id as post_author_id, coalesce((select comments_count from counted), p.comments_count) as comments_count,
  coalesce((select done from notified), false) as notified
from chosen c
join users u on u.id = $1
join posts p on p.id = c.post_id
