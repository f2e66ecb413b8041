-- name: columns
-- The columns of the comment c by the user u for the viewer $1
c.id, c.post_id, c.parent_id, c.content, c.created_at, c.edited_at, c.likes_count, c.replies_count,
  coalesce((select true from comment_likes l where l.user_id = $1 and l.comment_id = c.id), false) as "liked_by_me!",
  case when c.link_preview_id is not null and u.id is not null then link_preview(c.link_preview_id) end as "link: LinkPreviewJson",
  u.id as "author_id?", u.user_name, u.display_name, u.picture_key

-- name: create(author, post, content, clientId?, answered?)
-- Adds the comment $3 of the author $1 to the post $2. $4 is the client id or null, $5 the comment that it replies to or null.
-- Returns no row if $1 used the client id before, or if $1 may not comment on the post.
with {{created}}
select {{made}}, array(select id from notified_members where notified) as "notified!"
{{made_from}}

-- name: createMentioning(author, post, content, clientId?, answered?, mentioned)
-- Adds a comment as `create` does, and also notifies the mentioned members, if they may see the comment. $6 contains their user
-- names in lower case. The names are in a subselect for the reason given at `mention` in posts.sql.
with {{created}}, named as (
  select m.id from users m
  where lower(m.user_name) = any (array(select unnest($6::text[]))) and m.id <> $1
    and m.id not in (select author_id from answered union all select author_id from chosen_post)
    and exists (select from users u where u.id = $1 and {{visible_user for m.id}})
    and exists (select from posts p join users u on u.id = p.author_id and {{visible_post for m.id}} where p.id = $2)
  order by m.id for key share
), mentioned as (
  select m.id, notify_member(m.id, 'mention', $1, $2, c.id) as notified from created c cross join named m
)
select {{made}},
  array(select id from notified_members where notified union all select id from mentioned where notified) as "notified!"
{{made_from}}

-- name: created
-- CTEs that insert the comment, update the counts, and notify the author of the comment that is replied to and the author of the
-- post (once, if that is the same member). Rows of comments are locked before the row of the post.
actor as (
  {{active_actor}}
), chosen_post as (
  select p.id, p.author_id from posts p join users u on u.id = p.author_id and {{visible_post}}
  where p.id = $2 and (p.author_id = $1 or p.commenters = 'everyone'
    or p.commenters = 'friends' and {{followed_by_viewer}} and {{follows_viewer}})
  for key share of u
), answered as (
  select c.id, c.author_id, coalesce(c.parent_id, c.id) as first_id
  from comments c join users u on u.id = c.author_id join posts p on p.id = c.post_id and {{visible_comment}}
  where c.id = $5 and c.post_id = $2
), parent as (
  select id from comments where id = (select first_id from answered) for key share
), created as (
  insert into comments (author_id, post_id, content, client_id, parent_id)
  select a.id, p.id, $3, $4, (select id from parent) from actor a cross join chosen_post p
  where $5::bigint is null or exists (select from parent)
  on conflict (author_id, client_id) do nothing
  returning id, post_id, parent_id, content, created_at, edited_at, likes_count, replies_count, link_preview_id
), answers as (
  update comments set replies_count = replies_count + 1 where id = (select parent_id from created) returning id
), counted as (
  update posts set comments_count = comments_count + 1
  where id = (select post_id from created) and (select count(*) from answers) >= 0
  returning author_id, comments_count
), notified_members as (
  select a.author_id as id, notify_member(a.author_id, 'reply', $1, $2, (select id from created)) as notified
  from counted cross join answered a
  union all
  select author_id, notify_member(author_id, 'comment', $1, $2, (select id from created)) from counted
  where author_id not in (select author_id from answered)
)

-- name: made
{{columns}}, p.author_id as post_author_id, p.comments_count

-- name: made_from
from created c cross join counted p join users u on u.id = $1

-- name: byId(viewer, comment)
-- Reads the comment $2 if the viewer $1 may see it.
select {{columns}}
{{comment_from}}
where c.id = $2

-- list: newest(viewer, of, seen, rows)
-- Lists the top-level comments of the post $2 for the viewer $1, newest first: at most $4 with ids below $3. A deleted comment
-- is listed while it has replies.
select {{columns}}, (u.id is not null or c.author_id = placeholder_user()) as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from comments
  where post_id = $2 and parent_id is null and id < $3
    and exists (select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $2)
  order by id desc
  limit $4
) c
join posts p on p.id = c.post_id
left join lateral (select * from users u where u.id = c.author_id and {{visible_comment}} offset 0) u on true
where u.id is not null or {{deleted}} or c.position = $4
order by c.id desc

-- list: oldest(viewer, of, seen, rows)
-- Lists the top-level comments of the post $2 for the viewer $1 as `newest` does, but oldest first: at most $4 with ids above $3.
select {{columns}}, (u.id is not null or c.author_id = placeholder_user()) as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by id) as position from comments
  where post_id = $2 and parent_id is null and id > $3
    and exists (select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $2)
  order by id
  limit $4
) c
join posts p on p.id = c.post_id
left join lateral (select * from users u where u.id = c.author_id and {{visible_comment}} offset 0) u on true
where u.id is not null or {{deleted}} or c.position = $4
order by c.id

-- name: deleted
-- Whether c is a deleted top-level comment that has replies
c.author_id = placeholder_user() and c.replies_count > 0

-- list: replies(viewer, of, seen, rows)
-- Lists the replies to the top-level comment $2 for the viewer $1, oldest first: at most $4 with ids above $3.
select {{columns}}, u.id is not null as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by id) as position from comments
  where parent_id = $2 and id > $3 and exists (
    select from comments c join users u on u.id = c.author_id
    join posts p on p.id = c.post_id and ({{visible_comment}} or {{deleted}})
    join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) seen on true
    where c.id = $2
  )
  order by id
  limit $4
) c
join posts p on p.id = c.post_id
left join lateral (select * from users u where u.id = c.author_id and {{visible_comment}} offset 0) u on true
where u.id is not null or c.position = $4
order by c.id

-- name: change(author, comment, content)
-- Changes the text of the author $1's comment $2 to $3. Returns no row if $1 may no longer see the post.
with actor as (
  {{active_actor}}
)
update comments c set content = $3, edited_at = case when c.content = $3 then c.edited_at else now() end
from actor a, posts p
where c.id = $2 and c.author_id = a.id and p.id = c.post_id
  and exists (select from users u where u.id = p.author_id and {{visible_post}})
returning c.id

-- name: like(user, comment)
-- Likes the comment $2 as the user $1, if $1 may see it, and notifies the comment's author.
with actor as (
  {{active_actor}}
), chosen as (
  select c.id, c.post_id, c.author_id, c.likes_count, p.author_id as post_author_id
  {{comment_from}}
  where c.id = $2
), liked as (
  insert into comment_likes (user_id, comment_id) select a.id, c.id from actor a cross join chosen c
  on conflict (user_id, comment_id) do nothing
  returning comment_id
), counted as (
  update comments set likes_count = likes_count + 1 where id = (select comment_id from liked)
  returning author_id, post_id, likes_count
), notified as (
  select notify_member(author_id, 'commentLike', $1, post_id, $2) as done from counted
)
select c.post_id, c.author_id, c.post_author_id, coalesce((select likes_count from counted), c.likes_count) as "likes_count!",
  exists (select from liked) as "changed!", coalesce((select done from notified), false) as "notified!"
from chosen c cross join actor

-- name: unlike(user, comment)
-- Removes the user $1's like of the comment $2, if $1 may see it.
with actor as (
  {{active_actor}}
), chosen as (
  select c.id, c.post_id, c.author_id, c.likes_count, p.author_id as post_author_id
  {{comment_from}}
  where c.id = $2
), unliked as (
  delete from comment_likes where user_id = (select id from actor) and comment_id = (select id from chosen)
  returning comment_id
), counted as (
  update comments set likes_count = likes_count - 1 where id = (select comment_id from unliked)
  returning likes_count
)
select c.post_id, c.author_id, c.post_author_id, coalesce((select likes_count from counted), c.likes_count) as "likes_count!",
  exists (select from unliked) as "changed!", false as "notified!"
from chosen c cross join actor

-- name: remove(by, comment)
-- Deletes the comment $2 on behalf of $1, the author of the comment or of the post. A comment with replies becomes a tombstone
-- without text and author, so that the replies stay below it. If a reply is inserted concurrently, nothing is deleted and no row
-- is returned, because the conditions are checked on the locked row.
with actor as (
  {{active_actor}}
), chosen as (
  select c.id, c.post_id, c.parent_id, c.author_id as by, p.author_id, c.hidden_at is not null as hidden
  from comments c join posts p on p.id = c.post_id, actor a
  where c.id = $2 and a.id in (c.author_id, p.author_id) and c.author_id <> placeholder_user()
), placeholder as (
  {{insert_placeholder_user}} from chosen
  on conflict do nothing
), removed as (
  delete from comments c using chosen where c.id = chosen.id and c.author_id = chosen.by and c.replies_count = 0
  returning c.id
), emptied as (
  update comments c set author_id = placeholder_user(), content = '-', client_id = null, edited_at = null, link_preview_id = null
  from chosen where c.id = chosen.id and c.author_id = chosen.by and c.replies_count > 0
  returning c.id
), gone as (
  select id from removed union all select id from emptied
), removed_events as (
  delete from notification_events where comment_id in (select id from emptied)
), answers as (
  update comments set replies_count = replies_count - 1
  where id = (select parent_id from chosen where id in (select id from gone))
  returning id
), counted as (
  update posts set comments_count = comments_count - 1
  where id = (select post_id from chosen where id in (select id from gone)) and (select count(*) from answers) >= 0
)
select c.post_id, c.author_id as post_author_id, c.by as author_id, c.parent_id, c.hidden as "hidden!"
from chosen c where c.id in (select id from gone)
