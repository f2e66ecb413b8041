-- name: requests(user, lastMessage, rows)
-- Lists the direct chats that strangers have started and that wait for an answer of the user $1, newest message first: at most
-- $3 with last_message_id below $2.
select {{chat_columns}}, shown.yes as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by last_message_id desc) as position from memberships
  where user_id = $1 and request = 'waiting' and last_message_id < $2
  order by last_message_id desc limit $3
) c
cross join lateral (select * from chats where id = c.chat_id offset 0) d
cross join lateral (
  select exists (select from users u where u.id = c.contact_id and {{visible_user}}) as yes offset 0
) shown
{{chat_joins}}
where shown.yes or c.position = $3
order by c.last_message_id desc

-- name: list(user, pinnedMessage, pinnedChat, lastMessage, chat, rows, withContacts, pattern?, plainPattern?)
-- Lists the chats of the user $1, pinned ones first, then newest message first: at most $6, which are pinned ones after the row with
-- the last_message_id $2 and the chat id $3, and others after $4 and $5. Direct chats with a member whom the user has blocked, or
-- whose request the user has not accepted, are not listed. Of the direct chats without messages, those are listed that the user
-- has pinned or opened and, if $7 is true, those of members who follow or are followed. If $8 is not null, the lower-case name of
-- a group must match it, and a name of the other member the pattern $9, which has no accents. Archived chats are listed only if
-- they match a pattern.
select {{chat_columns}}, shown.yes as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by pinned_at is null, last_message_id desc, chat_id desc) as position from (
    (select * from memberships
     where user_id = $1 and pinned_at is not null and (last_message_id, chat_id) < ($2, $3)
     order by last_message_id desc, chat_id desc limit $6)
    union all
    (select * from memberships
     where user_id = $1 and pinned_at is null and (last_message_id, chat_id) < ($4, $5) and last_message_id >= (not $7::boolean)::int
     order by last_message_id desc, chat_id desc limit $6)
    union all
    (select s.* from chats x join memberships s on s.chat_id = x.id and s.user_id = $1 and s.pinned_at is null
     where x.maker_id = $1 and x.kind = 'direct' and (0, x.id) < ($4, $5) and not $7::boolean order by x.id desc limit $6)
  ) every order by pinned_at is null, last_message_id desc, chat_id desc limit $6
) c
cross join lateral (select * from chats where id = c.chat_id offset 0) d
cross join lateral (
  select {{accepted_chat}} and (c.contact_id is null or c.last_message_id > 0 or exists (
      select from users u where u.id = c.contact_id and {{visible_user}}
        and ({{followed_by_viewer}} or {{follows_viewer}} or c.pinned_at is not null or coalesce(d.maker_id = $1, false))))
    and case when $8::text is null then c.archived_at is null else coalesce(lower(d.name) like $8, (
      select lower(u.user_name) like $9 or u.search_name like $9 from users u where u.id = c.contact_id and {{visible_user}}), false) end as yes offset 0
) shown
{{chat_joins}}
where shown.yes or c.position = $6
order by c.pinned_at is null, c.last_message_id desc, c.chat_id desc

-- name: archived(user, lastMessage, chat, rows)
-- Lists the chats that the user $1 has archived, newest message first: at most $4 after the row with the last_message_id $2 and the
-- chat id $3. Direct chats with a member whom the user has blocked are not listed.
select {{chat_columns}}, shown.yes as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by last_message_id desc, chat_id desc) as position from memberships
  where user_id = $1 and archived_at is not null and (last_message_id, chat_id) < ($2, $3)
  order by last_message_id desc, chat_id desc limit $4
) c
cross join lateral (select * from chats where id = c.chat_id offset 0) d
cross join lateral (select {{accepted_chat}} as yes offset 0) shown
{{chat_joins}}
where shown.yes or c.position = $4
order by c.last_message_id desc, c.chat_id desc

-- name: unreadCount(user)
-- Counts the unread messages of the user $1, and the chats with unread messages. Both are 0 if the user has switched off
-- notifications about messages. Message requests do not count, nor do archived and muted chats, except a muted group whose unread
-- messages mention the user.
select coalesce(sum(c.unread_count), 0) as "count!", count(*) as "conversations!"
from memberships c
where c.user_id = $1 and c.unread_count > 0 and c.archived_at is null and {{accepted_chat}} and (chat_not_muted(c.muted_until) or {{mentioned_there}}) and wants_notification($1, 'message', true)

-- name: one(user, chat?, withUser?)
-- Reads a chat (`chosen_chat`), with the same columns as in `list`, if the user $1 is a member of it.
select {{chat_columns}}
from memberships c join chats d on d.id = c.chat_id
{{chat_joins}}
where c.chat_id = {{chosen_chat}} and c.user_id = $1

-- name: chat_columns
-- `request` is whether the chat is a stranger's request that the viewer has not answered.
d.id, d.kind, d.name, d.maker_id, c.last_message_id as "last_message_id!", c.unread_count as "unread_count!", case when c.muted_until > now() then c.muted_until end as muted_until,
  coalesce(c.request = 'waiting', false) as "request!", c.pinned_at is not null as "pinned!", c.archived_at is not null as "archived!",
  (select i.key from images i where i.id = d.image_id and i.status = 'ready') as picture_key,
  c.unread_count > 0 and c.mention_id > c.read_id as "mentioned!",
  people.list as "people!: ChatMember[]", m.image_id is not null and {{read_by_viewer}} as "picture!",
  case when m.image_id is not null and {{read_by_viewer}} then (select i.media from images i where i.id = m.image_id) end as "media: MediaKind",
  m.post_id is not null and {{read_by_viewer}} as "post!", m.sender_id as "sender_id?", m.created_at as "created_at?", m.deleted_at, m.event, m.subject_id,
  case when {{hidden_by_block}} then '' else m.content end as content

-- name: read_by_viewer
-- Whether the viewer $1 may read what the message m contains, and it is not deleted
(m.deleted_at is null and not {{hidden_by_block}})

-- name: chat_joins
-- Joins `people`, the members of the chat d, and `m`, the chat's newest message. A member whom the viewer $1 may not see has no
-- name, no picture and no time of joining.
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'user_name', u.user_name, 'display_name', u.display_name, 'picture_key', u.picture_key,
    'joined_at', case when u.user_name is not null then s.joined_at end) order by s.joined_at, s.id), '[]') as list
  from (
    select user_id as id, joined_at from memberships where chat_id = d.id and contact_id is null
    union all
    select x.id, null from (values (d.lower_id), (d.higher_id)) x (id) where d.kind = 'direct'
  ) s
  left join lateral (select u.user_name, u.display_name, u.picture_key from users u where u.id = s.id and {{visible_user}} offset 0) u on true
) people
left join messages m on m.id = c.last_message_id
