-- name: create
-- $1 author, $2 post, $3 content, $4 client id or null
with actor as (
  {{living_actor}}
), chosen_post as (
  select p.id from posts p join users o on o.id = p.author_id and o.disabled_at is null and o.deleted_at is null
  where p.id = $2
  for key share of o
), created as (
  insert into comments (author_id, post_id, content, client_id)
  select a.id, p.id, $3, $4 from actor a cross join chosen_post p
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
  where author_id = $1 and client_id = $4 and not exists (select from created) and exists (select from actor)
)
select c.id, c.post_id, c.content, c.created_at, c.changed, u.id as author_id, u.user_name, u.picture_key,
  p.author_id as post_author_id, coalesce((select comments_count from counted), p.comments_count) as comments_count,
  coalesce((select done from notified), false) as notified
from chosen c
join users u on u.id = $1
join posts p on p.id = c.post_id

-- name: byId
-- $1 comment
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
from comments c
join users u on u.id = c.author_id and u.disabled_at is null and u.deleted_at is null
join posts p on p.id = c.post_id
join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
where c.id = $1

-- name: byPost
-- $1 post, $2 last id seen, $3 rows
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
from comments c
join users u on u.id = c.author_id and u.disabled_at is null and u.deleted_at is null
where c.post_id = $1 and c.id < $2 and exists (
  select from posts p join users a on a.id = p.author_id and a.disabled_at is null and a.deleted_at is null
  where p.id = $1
)
order by c.id desc
limit $3
