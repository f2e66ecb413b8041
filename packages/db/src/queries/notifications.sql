-- name: list
-- $1 user, $2 and $3 the last row's updated_at and id, $4 rows, $5 kind or null for all
select n.id, n.kind, n.actors_count, n.updated_at, n.read_at is not null as read,
  n.post_id, p.caption, i.key as image_key, i.widths as image_widths,
  (select {{public_picture}} from users u where u.id = p.author_id) as image_public,
  coalesce(actors.list, '[]') as actors, latest.content as excerpt
from notifications n
left join posts p on p.id = n.post_id
left join images i on i.id = p.image_id and i.status = 'ready'
cross join lateral (
  select json_agg(json_build_object('id', u.id, 'user_name', u.user_name, 'picture_key', u.picture_key) order by e.newest desc) as list
  from (
    select actor_id, max(id) as newest from (
      select e.actor_id, e.id from notification_events e
      where e.notification_id = n.id and {{event_shown}} order by e.id desc limit 12
    ) recent group by actor_id order by newest desc limit 3
  ) e
  join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
) actors
left join lateral (
  select c.content from notification_events e join comments c on c.id = e.comment_id
  join users u on u.id = c.author_id and {{visible_user}} and {{not_muted}} and {{comment_shown}}
  where e.notification_id = n.id order by e.id desc limit 1
) latest on true
where n.recipient_id = $1 and (n.updated_at, n.id) < ($2::timestamptz, $3::bigint)
  and ($5::text is null or n.kind = $5) and (actors.list is not null or {{of_nobody}}) and {{visible_subject}}
order by n.updated_at desc, n.id desc
limit $4

-- name: unreadCount
-- $1 user; at most 100 are counted, of those that the list shows
select count(*) as count from (
  select from notifications n
  where n.recipient_id = $1 and n.read_at is null and ({{of_nobody}} or exists (
    select from notification_events e
    join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
    where e.notification_id = n.id and {{event_shown}}
  )) and {{visible_subject}}
  limit 100
) unread

-- name: markAllRead
-- $1 user
update notifications set read_at = now() where recipient_id = $1 and read_at is null returning id
