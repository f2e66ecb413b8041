-- name: add(user, post)
-- Likes the post $2 as the user $1, if $1 may see it, and notifies the author. `changed` is false if $1 already liked it.
with actor as (
  {{active_actor}}
), chosen as (
  select p.id, p.author_id, p.likes_count
  from posts p join users u on u.id = p.author_id and {{visible_post}}
  where p.id = $2
  for key share of u
), liked as (
  insert into likes (user_id, post_id, weight)
  select a.id, p.id, case when a.created_at > now() - interval '1 day' then newcomer_weight() end from actor a cross join chosen p
  on conflict (user_id, post_id) do nothing
  returning post_id
), counted as (
  update posts set likes_count = likes_count + 1
  where id = (select post_id from liked)
  returning author_id, likes_count
), notified as (
  select notify_member(author_id, 'like', $1, $2, null) as done from counted
)
select p.author_id, coalesce((select likes_count from counted), p.likes_count) as "likes_count!",
  exists (select from liked) as "changed!", coalesce((select done from notified), false) as "notified!"
from chosen p cross join actor

-- name: remove(user, post)
-- Removes the user $1's like of the post $2, if $1 may see the post.
with actor as (
  {{active_actor}}
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
select p.author_id, coalesce((select likes_count from counted), p.likes_count) as "likes_count!",
  exists (select from unliked) as "changed!", false as "notified!"
from chosen p cross join actor

-- list: newest(viewer, before, rows)
-- Reads the next $3 likes on the server with ids below $2, newest first, and lists those that the viewer $1 may see.
select l.id, l.user_id, l.post_id, l.created_at, k.shown as "shown!", l.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from likes where id < $2 order by id desc limit $3
) l
cross join lateral (select {{like_shown}} as shown offset 0) k
where k.shown or l.position = $3
order by l.id desc

-- list: byUser(viewer, user, before, rows)
-- Reads the next $4 likes of the user $2 with ids below $3, newest first, and lists those that the viewer $1 may see.
select l.id, l.user_id, l.post_id, l.created_at, k.shown as "shown!", l.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from likes
  where user_id = $2 and id < $3 and {{visible_lists}}
  order by id desc
  limit $4
) l
cross join lateral (select {{like_shown}} as shown offset 0) k
where k.shown or l.position = $4
order by l.id desc

-- list: likers(viewer, post, before, rows)
-- Reads the next $4 likes of the post $2 with ids below $3, newest first, and lists the likers whom the viewer $1 may see.
select {{person_columns}}, l.id as key_id, u.id is not null as "shown!", l.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from likes
  where post_id = $2 and id < $3
    and exists (select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $2)
  order by id desc
  limit $4
) l
join posts p on p.id = l.post_id
left join lateral (select * from users u where u.id = l.user_id and {{visible_liker}} offset 0) u on true
where u.id is not null or l.position = $4
order by l.id desc

-- list: friends(viewer, posts)
-- Selects, for each of the posts $2 that the viewer $1 may see, one of the last ten likers whom $1 may see, among the last fifty: the
-- most recent one whom the viewer follows, if there is one.
select p.id as post_id, friend.user_name as "user_name!", friend.display_name
from unnest($2::bigint[]) k (id)
join posts p on p.id = k.id and p.likes_count > 0
join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) seen on true
cross join lateral (
  select u.user_name, u.display_name
  from (
    select u.id, u.user_name, u.display_name from (select user_id, id from likes where post_id = p.id order by id desc limit 50) l
    join lateral (select * from users u where u.id = l.user_id and {{visible_liker}} offset 0) u on true
    order by l.id desc limit 10
  ) u
  where u.id <> $1 and {{followed_by_viewer}} and {{not_muted}}
  limit 1
) friend

-- name: like_shown
-- Whether the viewer $1 sees the like l: the viewer must see the post, and be allowed to see likes by this member
-- (`visible_liker`). Likes by a private account are visible to the liker, the account's followers and the author of the post.
exists (
    select from posts p
    join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) author on true
    join lateral (select from users u where u.id = l.user_id and {{visible_liker}} offset 0) liker on true
    where p.id = l.post_id
  )
