-- name: list
-- $1 user, $2 and $3 the last row's updated_at and id, $4 rows, $5 kind or null for all
select n.id, n.kind, n.actors_count, n.updated_at, n.read_at,
  n.post_id, p.caption, i.key as image_key, i.widths as image_widths,
  (select {{public_picture}} from users u where u.id = p.author_id) as image_public,
  coalesce(actors.list, '[]') as actors, latest.content as excerpt
{{shown_notification}} and (n.updated_at, n.id) < ($2::timestamptz, $3::bigint) and ($5::text is null or n.kind = $5)
order by n.updated_at desc, n.id desc
limit $4

-- name: unreadCount
-- $1 user; at most 100 are counted, of those that the list shows. None are for who wants no bell.
select count(*) as count from (
  select from notifications n
  where n.recipient_id = $1 and n.read_at is null and wanted($1, 'any', true) and ({{of_nobody}} or exists (
    select from notification_events e
    join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
    where e.notification_id = n.id and {{event_shown}}
  )) and {{visible_subject}}
  limit 100
) unread

-- name: markAllRead
-- $1 user
with marked as (
  update notifications set read_at = now() where recipient_id = $1 and read_at is null
)
select now()::timestamptz(3) as read_at

-- name: settings
-- $1 user
select coalesce(s.enabled, true) as enabled, coalesce(s.messages, true) as messages, coalesce(s.tags, true) as tags,
  coalesce(s.followers, true) as followers
from users u left join notification_settings s on s.user_id = u.id
where u.id = $1

-- name: changeSettings
-- $1 user, then each switch, null for as it is
with actor as ({{living_actor}})
insert into notification_settings as s (user_id, enabled, messages, tags, followers)
select id, coalesce($2, true), coalesce($3, true), coalesce($4, true), coalesce($5, true) from actor
on conflict (user_id) do update set enabled = coalesce($2, s.enabled), messages = coalesce($3, s.messages),
  tags = coalesce($4, s.tags), followers = coalesce($5, s.followers)
returning enabled, messages, tags, followers
