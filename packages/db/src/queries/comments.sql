-- name: create
-- $1 author, $2 post, $3 content, $4 client id or null
with actor as (
  {{living_actor}}
), chosen_post as (
  select p.id from posts p join users u on u.id = p.author_id and {{visible_post}}
  where p.id = $2 and (p.author_id = $1 or p.commenters = 'everyone'
    or p.commenters = 'friends' and {{followed_by_viewer}} and {{follows_viewer}})
  for key share of u
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
-- $1 viewer, $2 comment
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
{{comment_from}}
where c.id = $2

-- name: byPost
-- $1 viewer, $2 post, $3 last id seen, $4 rows
select c.id, c.post_id, c.content, c.created_at, u.id as author_id, u.user_name, u.picture_key
{{comment_from}}
where c.post_id = $2 and c.id < $3
order by c.id desc
limit $4

-- name: remove
-- $1 who removes it, $2 comment: its author, or the post's
with actor as (
  {{living_actor}}
), removed as (
  delete from comments c using posts p, actor a
  where c.id = $2 and p.id = c.post_id and a.id in (c.author_id, p.author_id)
  returning c.post_id, p.author_id
), counted as (
  update posts set comments_count = comments_count - 1
  where id = (select post_id from removed)
  returning comments_count
)
select r.post_id, r.author_id as post_author_id, (select comments_count from counted) as comments_count
from removed r
