-- A push has a position among the pushes with the same tag, such as the id of the newest message. A device gets a push only if its
-- position is higher than that of the last push that the device got.

-- name: subscribe(session, user, endpoint, p256dh, auth, language?: Language, max)
-- Subscribes the session $1 of the user $2 to pushes: $3 endpoint, $4 and $5 its keys, $6 language or null for unchanged, $7
-- maximum devices per user; the user's oldest other devices are deleted. If another session in the same browser, be it of another
-- member, had the endpoint, that session loses it. Returns no row if the session $1 has ended or ends concurrently.
with chosen_session as (
  select s.id, s.user_id, u.language from sessions s join users u on u.id = s.user_id and u.disabled_at is null and u.deleted_at is null
  where s.id = $1 and s.user_id = $2 and s.expires_at > now()
  for key share of s
), elsewhere as (
  delete from push_subscriptions where endpoint = $3 and session_id <> $1 and exists (select from chosen_session)
  returning session_id
), subscribed as (
  insert into push_subscriptions as p (session_id, user_id, endpoint, p256dh, auth, language)
  select id, user_id, $3, $4, $5, coalesce($6, language) from chosen_session where (select count(*) from elsewhere) >= 0
  on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
    language = coalesce($6, p.language), failures = 0, created_at = now()
  returning session_id
), trimmed as (
  delete from push_subscriptions where exists (select from subscribed) and session_id in (
    select session_id from push_subscriptions where user_id = $2 and session_id <> $1
    order by created_at desc, session_id offset $7 - 1
  )
)
select session_id from subscribed

-- name: devices(user, tag, session?)
-- Lists the devices of the user $1 that have a valid session (if $3 is not null, only the device of the session $3). `position`
-- is the position of the last push with the tag $2 to the device, or 0.
select p.session_id, p.endpoint, p.p256dh, p.auth, p.language, coalesce(x.position, 0) as "position!"
from push_subscriptions p
join sessions s on s.id = p.session_id and s.user_id = p.user_id and s.expires_at > now()
join users u on u.id = p.user_id and u.disabled_at is null and u.deleted_at is null
left join push_sent x on x.session_id = p.session_id and x.tag = $2
where p.user_id = $1 and ($3::text is null or p.session_id = $3)

-- name: recordSent(session, endpoint, tag, position)
-- Records that a push with the tag $3 and the position $4 was sent to the device with the session $1 and the endpoint $2.
with device as (
  update push_subscriptions set failures = 0 where session_id = $1 and endpoint = $2 returning session_id
)
insert into push_sent as x (session_id, tag, position) select session_id, $3, $4 from device
on conflict (session_id, tag) do update set position = greatest(x.position, excluded.position), sent_at = now()

-- name: message(user, id)
-- Reads the contents of the push about unread messages from $2 to the receiver $1; no row if nothing is to be pushed. A message
-- request always has the same position, so it is pushed once.
select u.user_name as "user_name!", u.display_name, u.picture_key, c.unread_count, case when c.request is null then c.last_message_id else 1 end as "position!",
  c.request is not null as "request!", (select i.media from messages m join images i on i.id = m.image_id
    where m.id = c.last_message_id and m.sender_id = $2 and m.deleted_at is null) as "media: MediaKind"
from memberships c join users u on u.id = c.contact_id and {{visible_user}} and {{not_muted}}
where c.user_id = $1 and c.contact_id = $2 and c.unread_count > 0 and c.request is distinct from 'declined' and (c.muted_until is null or c.muted_until <= now())
  and wants_notification($1, 'message', true)

-- name: chat(user, id)
-- Reads the contents of the push about unread messages of the group $2 to the member $1. The push names the author of the newest
-- message or, if $1 is mentioned, of the message with the mention. A muted group pushes only mentions, each once.
select d.name, u.user_name as "user_name!", u.display_name, u.picture_key, c.unread_count, newest.mentions as "mentions!", (select i.media from images i where i.id = newest.image_id) as "media: MediaKind", case when chat_not_muted(c.muted_until) then c.last_message_id else c.mention_id end as "position!"
from memberships c join chats d on d.id = c.chat_id
cross join lateral (
  select m.sender_id, m.image_id, m.id = c.mention_id as mentions from messages m
  where m.chat_id = d.id and m.id > c.from_id and m.event is null and m.deleted_at is null
    and m.sender_id <> $1 and not {{hidden_by_block}} and (m.id = c.mention_id or not {{mentioned_there}})
  order by m.id desc limit 1
) newest
join users u on u.id = newest.sender_id and {{visible_user}} and {{not_muted}}
where c.user_id = $1 and c.chat_id = $2 and c.unread_count > 0
  and (chat_not_muted(c.muted_until) and wants_notification($1, 'message', true) or {{mentioned_there}})

-- name: chatMembers(group)
-- Lists the members of the group $1 who have devices and unread messages in the group. Of members who muted the group, lists only
-- those who are mentioned.
select c.user_id as id from memberships c
where c.chat_id = $1 and c.unread_count > 0 and (chat_not_muted(c.muted_until) or {{mentioned_there}})
  and exists (select from push_subscriptions p where p.user_id = c.user_id)
