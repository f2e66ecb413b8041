-- name: lock(post)
-- Locks the event of the post $1, so that answers are counted one after the other; before it the post, in the order of an edit of the
-- event and of its deletion, which would otherwise wait for each other.
with post as (
  select id from posts where id = $1 for key share
)
select e.post_id from events e join post on post.id = e.post_id for no key update of e

-- name: answer(user, post, answer?: Answer)
-- Sets the answer of the user $1 to the event of the post $2, whose row the caller has locked, or withdraws it if $3 is null. An
-- event that is over or called off takes no answers, but gives them back. Returns no row if $1 may not see the post.
with chosen as (
  select e.post_id, p.author_id, a.answer as before, e.cancelled_at is not null as cancelled,
    event_end(e.starts_at, e.ends_at) <= now() as ended
  from events e join posts p on p.id = e.post_id join users u on u.id = p.author_id and {{visible_post}}
  left join event_answers a on a.post_id = e.post_id and a.user_id = $1
  where e.post_id = $2
), changed as (
  select * from chosen where before is distinct from $3 and ($3::text is null or not cancelled and not ended)
), given as (
  insert into event_answers (post_id, user_id, answer) select post_id, $1, $3 from changed where $3::text is not null
  on conflict (post_id, user_id) do update set answer = excluded.answer, answered_at = now()
), withdrawn as (
  delete from event_answers where user_id = $1 and post_id = (select post_id from changed where $3::text is null)
), counted as (
  update events e set
    yes_count = yes_count + ($3 is not distinct from 'yes')::int - (c.before is not distinct from 'yes')::int,
    maybe_count = maybe_count + ($3 is not distinct from 'maybe')::int - (c.before is not distinct from 'maybe')::int,
    no_count = no_count + ($3 is not distinct from 'no')::int - (c.before is not distinct from 'no')::int
  from changed c where e.post_id = c.post_id
)
select author_id, cancelled as "cancelled!", ended as "ended!", exists (select from changed) as "changed!" from chosen

-- list: guests(viewer, post, answer?: Answer, at, id, rows)
-- Reads the next $6 members who gave the answer $3, or any if $3 is null, to the event of the post $2, after the one who answered
-- at $4 and has the id $5, last answer first, and lists those whom the viewer $1 may see, by the same rule as likers.
select {{person_columns}}, a.answer, a.answered_at, a.user_id as key_id, u.id is not null as "shown!", a.position as "position!"
from (
  select *, row_number() over (order by answered_at desc, user_id desc) as position from event_answers
  where post_id = $2 and ($3::text is null or answer = $3) and (answered_at, user_id) < ($4::timestamptz, $5::bigint)
    and exists (select from posts p join users u on u.id = p.author_id and {{visible_post}} where p.id = $2)
  order by answered_at desc, user_id desc
  limit $6
) a
join posts p on p.id = a.post_id
left join lateral (select * from users u where u.id = a.user_id and {{visible_liker}} offset 0) u on true
where u.id is not null or a.position = $6
order by a.answered_at desc, a.user_id desc

-- list: upcoming(viewer, at, id, rows)
-- Reads the next $4 events that are not over after the one that begins at $2 and belongs to the post $3, soonest first, and lists
-- the posts that the viewer $1 may see and whose author $1 has not muted. No event lasts longer than 100 days, and few last longer than
-- one: of those that began before, the others are not examined.
select {{post_columns}}, e.starts_at as "starts_at!", u.id is not null as "shown!", e.position as "position!"
from (
  select *, row_number() over (order by starts_at, post_id) as position from (
    (select post_id, starts_at from events
     where (starts_at, post_id) > ($2::timestamptz, $3::bigint) and starts_at > now() - interval '100 days'
       and starts_at <= now() - interval '1 day' and ends_at - starts_at > interval '1 day' and ends_at > now()
     order by starts_at, post_id limit $4)
    union all
    (select post_id, starts_at from events
     where (starts_at, post_id) > ($2::timestamptz, $3::bigint) and starts_at > now() - interval '1 day'
       and event_end(starts_at, ends_at) > now()
     order by starts_at, post_id limit $4)
  ) either
  order by starts_at, post_id
  limit $4
) e
cross join lateral (select * from posts where id = e.post_id offset 0) p
{{examined_post_joins}}
where u.id is not null or e.position = $4
order by e.starts_at, e.post_id

-- list: calendar(viewer, rows)
-- Lists the last $2 events since a year ago that the viewer $1 has published, or answered with yes or maybe and may still see.
select {{post_columns}}
from (
  select e.post_id from events e
  join posts p on p.id = e.post_id
  join lateral (select from users u where u.id = p.author_id and {{visible_post}} offset 0) author on true
  where e.starts_at > now() - interval '1 year' and e.post_id in (
    select post_id from event_answers where user_id = $1 and answer <> 'no'
    union select id from posts where author_id = $1 and kind = 'event'
  )
  order by e.starts_at desc, e.post_id desc limit $2
) e
join posts p on p.id = e.post_id
{{post_joins}}
order by p.id

-- name: notify(post, kind, guests, changedAt?)
-- Notifies of the event of the post $1 those of the members $3 who may still see the post. $2 is the kind of the notification, $4 is when
-- the event was changed, as the caller has read it. Of what an event was before a later change, nobody is reminded, and of a time nobody
-- is reminded twice the day before. Deletes the notifications from before the change that no longer say what is true: those of the same
-- kind, and once it notifies of the change, all.
with event as (
  select post_id, starts_at, $2 in ('eventTomorrow', 'eventSoon') as reminds from events
  where post_id = $1 and ($2 not in ('eventTomorrow', 'eventSoon') or changed_at is not distinct from $4::timestamptz)
  for no key update
), reminded as (
  update event_answers a set reminded_for = event.starts_at from event
  where $2 = 'eventTomorrow' and a.post_id = event.post_id and a.user_id = any ($3::bigint[])
    and a.reminded_for is distinct from event.starts_at
  returning a.user_id
), guests as (
  select user_id, event.post_id, event.reminds from event cross join unnest($3::bigint[]) g (user_id)
  where $2 <> 'eventTomorrow' or user_id in (select user_id from reminded)
), outdated as (
  delete from notification_events n using guests g
  where n.post_id = g.post_id and n.recipient_id = g.user_id and n.created_at < $4::timestamptz
    and n.kind in ('eventTomorrow', 'eventSoon', 'eventMoved', 'eventCancelled') and (n.kind = $2 or not g.reminds)
)
select notify_member(g.user_id, $2, p.author_id, p.id, null) as "notified!"
from guests g join posts p on p.id = g.post_id
join lateral (select from users u where u.id = p.author_id and {{visible_post for g.user_id}} offset 0) author on true
