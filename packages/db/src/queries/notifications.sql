-- name: list
-- $1 user, $2 and $3 the last row's updated_at and id, $4 rows, $5 kinds or null for all
select n.id, n.kind, n.actors_count, n.updated_at, n.read_at, n.post_id, entry.*, entry.actors is not null as shown, n.position
from (
  select *, row_number() over (order by updated_at desc, id desc) as position from notifications
  where recipient_id = $1 and (updated_at, id) < ($2::timestamptz, $3::bigint)
  order by updated_at desc, id desc
  limit $4
) n
left join lateral (
  select p.caption, i.key as image_key, i.widths as image_widths,
    (select {{public_picture}} from users u where u.id = p.author_id) as image_public,
    coalesce(actors.list, '[]') as actors, latest.content as excerpt
  from (select) one
  {{notification_joins}}
  where {{notification_shown}} and ($5::text[] is null or n.kind = any ($5))
  offset 0
) entry on true
where entry.actors is not null or n.position = $4
order by n.updated_at desc, n.id desc

-- name: actors
-- $1 user, $2 their notification, $3 last event's id seen, $4 rows: its actors, most recent first
select {{person_columns}}, e.id as key_id, u.id is not null as shown, e.position
from (
  select *, row_number() over (order by id desc) as position from notification_events
  where notification_id = $2 and recipient_id = $1 and id < $3
  order by id desc
  limit $4
) e
left join lateral (
  select * from users u where u.id = e.actor_id and {{visible_user}} and {{not_muted}} and {{event_shown}} offset 0
) u on true
where u.id is not null or e.position = $4
order by e.id desc

-- name: unreadCount
-- $1 user. Counts up to 100 visible ones among 200 unread; 0 if the member switched the bell off.
select least(count(*), 100) as count
from (
  select * from notifications where recipient_id = $1 and read_at is null and wanted($1, 'any', true)
  order by recipient_id
  limit 200
) n
cross join lateral (select {{visible_subject}} as yes offset 0) subject
left join lateral (
  select true as yes from notification_events e
  join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
  where subject.yes and e.notification_id = n.id and {{event_shown}}
  limit 1
) seen on true
where subject.yes and ({{of_nobody}} or seen.yes)

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
-- $1 user, then each switch, null for unchanged
with actor as ({{living_actor}})
insert into notification_settings as s (user_id, enabled, messages, tags, followers)
select id, coalesce($2, true), coalesce($3, true), coalesce($4, true), coalesce($5, true) from actor
on conflict (user_id) do update set enabled = coalesce($2, s.enabled), messages = coalesce($3, s.messages),
  tags = coalesce($4, s.tags), followers = coalesce($5, s.followers)
returning enabled, messages, tags, followers
