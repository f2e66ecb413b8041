-- name: add(user, post)
-- Bookmarks the post $2 for the user $1, if $1 may see it. Does nothing if the bookmark exists.
with actor as (
  {{active_actor}}
), chosen as (
  select p.id from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $2 for key share of p
), saved as (
  insert into bookmarks (user_id, post_id) select a.id, p.id from actor a cross join chosen p
  on conflict (user_id, post_id) do nothing
)
select p.id from chosen p cross join actor

-- list: list(user, before, rows)
-- Reads the next $3 bookmarks of the user $1 with ids below $2, newest first, and lists their posts, without those that the user
-- may no longer see. Posts of muted authors are included.
select {{post_columns}}, k.id as key_id, u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from bookmarks
  where user_id = $1 and id < $2
  order by id desc
  limit $3
) k
cross join lateral (select * from posts where id = k.post_id offset 0) p
left join lateral (
  select u.id, u.user_name, u.display_name, u.picture_key, u.private from users u where u.id = p.author_id and {{visible_post}} offset 0
) u on true
{{shown_picture_join}}
where u.id is not null or k.position = $3
order by k.id desc
