-- name: list(user, at, id, rows, kinds?)
-- Reads the next $4 notifications of the user $1 after the row with the updated_at $2 and the id $3, last updated first, and
-- lists those of the kinds $5, or all if $5 is null.
select n.id, n.kind, coalesce(entry.actors_count, n.actors_count) as "actors_count!", n.updated_at,
  case when entry.unread then null else coalesce(n.read_at, n.updated_at) end as read_at, n.post_id,
  entry.caption as "caption?", entry.image_key as "image_key?", entry.image_widths as "image_widths?", entry.image_public, entry.actors as "actors!: Person[]", entry.excerpt,
  case when n.kind in ('eventTomorrow', 'eventSoon') then event_details(n.post_id, $1) end as "event: EventJson",
  entry.actors is not null as "shown!", n.position as "position!"
from (
  select *, row_number() over (order by updated_at desc, id desc) as position from notifications
  where recipient_id = $1 and (updated_at, id) < ($2::timestamptz, $3::bigint)
  order by updated_at desc, id desc
  limit $4
) n
left join lateral (
  select p.caption, i.key as image_key, i.widths as image_widths,
    (select public_picture(p.audience, u.private, p.frozen_at, p.hidden_at, p.shown_from) from users u where u.id = p.author_id) as image_public,
    coalesce(actors.list, '[]') as actors, latest.content as excerpt,
    n.read_at is null and (n.read_event_id is null or {{newly_seen}}) as unread,
    {{listed_count}} as actors_count
  from (select) one
  {{notification_joins}}
  where {{notification_shown}} and ($5::text[] is null or n.kind = any ($5))
  offset 0
) entry on true
where entry.actors is not null or n.position = $4
order by n.updated_at desc, n.id desc

-- name: newly_seen
-- Whether the notification n has an event since it was last read whose actor the recipient $1 may see
exists (select from notification_events e join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
  where e.notification_id = n.id and e.id > n.read_event_id and {{notification_event_shown}})

-- name: listed_count
-- How many actors the notification n counts, without those of `hidden`
n.actors_count - case when n.actors_count > json_array_length(coalesce(actors.list, '[]')) then actors.hidden else 0 end

-- list: actors(user, notification, before, rows)
-- Lists the actors of the next $4 events with ids below $3 of the user $1's notification $2, most recent first.
select {{person_columns}}, e.id as key_id, u.id is not null as "shown!", e.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from notification_events
  where notification_id = $2 and recipient_id = $1 and id < $3
  order by id desc
  limit $4
) e
left join lateral (
  select * from users u where u.id = e.actor_id and {{visible_user}} and {{not_muted}} and {{notification_event_shown}} offset 0
) u on true
where u.id is not null or e.position = $4
order by e.id desc

-- name: unreadCount(user)
-- Counts the visible ones among at most 200 unread notifications of the user $1. The result is at most 100, and 0 if the user has
-- switched off the bell.
select least(count(*), 100) as "count!"
from (
  select * from notifications where recipient_id = $1 and read_at is null and wants_notification($1, 'any', true)
  order by recipient_id
  limit 200
) n
cross join lateral (select {{visible_subject}} as yes offset 0) subject
left join lateral (
  select true as yes from notification_events e
  join users u on u.id = e.actor_id and {{visible_user}} and {{not_muted}}
  where subject.yes and e.notification_id = n.id and e.id > coalesce(n.read_event_id, 0) and {{notification_event_shown}}
  limit 1
) seen on true
where subject.yes and ({{without_actor}} or seen.yes)

-- name: markAllRead(user)
-- Marks all notifications of the user $1 as read, and returns the time.
with marked as (
  update notifications n set read_at = now(), read_event_id = coalesce(
    (select max(e.id) from notification_events e where e.notification_id = n.id), n.read_event_id)
  where recipient_id = $1 and read_at is null
)
select now()::timestamptz(3) as "read_at!"

-- name: deliver(rows)
-- Turns the oldest $1 pending notifications, except unwanted ones and those whose cause is gone, into events of the recipient's
-- notification of the same kind, subject and day. A notification lists up to a hundred likes as events, and then one more each
-- minute, so that its names stay recent; other likes are only counted. A concurrent unlike waits for the lock on the pending
-- row. The full join acts as an inner join, because each event has its group. The planner, which expects few rows, would run an
-- inner join as a nested loop; PostgreSQL cannot do that for a full join.
with taken as (
  delete from pending_notifications where id = any (array(
    select id from pending_notifications order by id limit $1 for update
  ))
  returning *
), fresh as (
  select distinct on (t.recipient_id, t.kind, t.actor_id, t.post_id, t.comment_id) t.*, (t.created_at at time zone 'utc')::date as day
  from taken t
  where (not exists (select from notification_settings s where s.user_id = t.recipient_id) or wants_notification(t.recipient_id, t.kind, false))
    and not exists (select from users u where u.id in (t.recipient_id, t.actor_id) and u.deleted_at is not null)
    and (t.post_id is null or exists (select from posts p where p.id = t.post_id and p.author_id <> placeholder_user()))
    and (t.comment_id is null or exists (
      select from comments c where c.id = t.comment_id and c.author_id in (t.actor_id, t.recipient_id)
    ))
    and case t.kind
      when 'commentLike' then exists (select from comment_likes l where l.user_id = t.actor_id and l.comment_id = t.comment_id)
      when 'follow' then exists (select from follows f where f.follower_id = t.actor_id and f.followed_id = t.recipient_id)
      when 'accepted' then exists (select from follows f where f.follower_id = t.recipient_id and f.followed_id = t.actor_id)
      when 'eventTomorrow' then {{event_unchanged}}
      when 'eventSoon' then {{event_unchanged}}
      else true
    end
    and not exists (
      select from notification_events e
      where e.recipient_id = t.recipient_id and e.kind = t.kind and e.actor_id = t.actor_id and e.post_id = t.post_id
        and e.comment_id is not distinct from t.comment_id
    )
    and not (t.post_id is null and exists (
      select from notification_events e
      where e.recipient_id = t.recipient_id and e.kind = t.kind and e.actor_id = t.actor_id and e.post_id is null
    ))
), placed as (
  select f.*, row_number() over (partition by f.recipient_id, f.kind, f.post_id, f.day order by f.id) as position,
    case when f.kind = 'like' then greatest(
      100 - coalesce(n.actors_count - n.unlisted_count, 0),
      (n.read_at is not null or n.updated_at <= now() - interval '1 minute')::int
    ) end as room,
    f.kind <> 'like' and exists (
      select from notification_events e where e.notification_id = n.id and e.actor_id = f.actor_id
    ) as joined
  from fresh f
  left join notifications n
    on n.recipient_id = f.recipient_id and n.kind = f.kind and n.post_id = f.post_id and n.day = f.day
), grouped as (
  insert into notifications as n (recipient_id, kind, post_id, day, actors_count, unlisted_count)
  select recipient_id, kind, post_id, day, count(distinct actor_id) filter (where not joined), count(*) filter (where position > room)
  from placed
  group by recipient_id, kind, post_id, day
  order by recipient_id, kind, post_id, day
  on conflict (recipient_id, kind, post_id, day) do update set
    actors_count = n.actors_count + excluded.actors_count, unlisted_count = n.unlisted_count + excluded.unlisted_count,
    updated_at = case when excluded.unlisted_count > 0 and excluded.unlisted_count = excluded.actors_count then n.updated_at else excluded.updated_at end,
    read_at = case when excluded.unlisted_count > 0 and excluded.unlisted_count = excluded.actors_count then n.read_at end
  returning id, recipient_id, kind, post_id, day
), listed as (
  insert into notification_events (notification_id, recipient_id, kind, actor_id, post_id, comment_id, created_at)
  select g.id, p.recipient_id, p.kind, p.actor_id, p.post_id, p.comment_id, p.created_at
  from placed p
  full join grouped g on g.recipient_id = p.recipient_id and g.kind = p.kind and g.day = p.day
    and coalesce(g.post_id, 0) = coalesce(p.post_id, 0)
  where p.room is null or p.position <= p.room
  order by p.id
  on conflict (recipient_id, kind, actor_id, post_id, comment_id) do nothing
  returning notification_id, recipient_id, kind
), changed as (
  select distinct recipient_id, notification_id, kind from listed
), pushed as (
  -- Only the first addition to an album is pushed each day.
  select case when kind <> 'album' or not exists (select from notification_events e where e.notification_id = changed.notification_id)
      then record_push(recipient_id, 'notification', notification_id) end,
    record_webhooks(recipient_id, 'notification.created', notification_id)
  from changed order by notification_id
)
select array(select distinct recipient_id from changed) as "recipients!", (select count(*) from taken)::int as "rows!"
where (select count(*) from pushed) >= 0

-- name: event_unchanged
-- Whether the event that the pending notification t reminds of still is as it was then
exists (select from events e where e.post_id = t.post_id and e.cancelled_at is null and t.created_at >= coalesce(e.changed_at, '-infinity'))

-- name: one(user, id, pushed)
-- Reads the notification $2 of the recipient $1, if $1 may see it, for a webhook or, if $3, for a push: then only while it is unread and
-- if $1 wants to be notified of such ones. `event` is set if the text gives its time, in the zone of $1.
select n.id, n.kind, n.post_id, {{listed_count}} as "actors_count!", n.updated_at, coalesce(actors.list, '[]') as "actors!: Person[]",
  (select max(e.id) from notification_events e where e.notification_id = n.id) as "position!",
  case when n.kind in ('eventTomorrow', 'eventMoved') then event_details(n.post_id, $1) end as "event: EventJson",
  (select r.time_zone from users r where r.id = $1) as time_zone
from notifications n
{{notification_joins}}
where n.id = $2 and n.recipient_id = $1 and {{notification_shown}}
  and (not $3::boolean or n.read_at is null and (n.read_event_id is null or {{newly_seen}}) and wants_notification($1, n.kind, true))
