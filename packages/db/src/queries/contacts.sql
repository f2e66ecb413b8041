-- name: list
-- Lists the contacts of the user $1, newest message first: at most $4 after the row with the last_message_id $2 and the contact
-- id $3; only those whose lower-case name matches the pattern $5, unless it is null. A contact whom the user cannot see has no
-- name and no picture, and is listed only if the two have messages. Contacts whom the user blocked, or whose message request is
-- not accepted, are not listed.
select c.contact_id, c.last_message_id, c.unread_count, u.user_name, u.picture_key, m.content, m.created_at, m.sender_id,
  m.deleted_at, m.post_id is not null and m.deleted_at is null as post, k.shown, c.position
from (
  select *, row_number() over (order by last_message_id desc, contact_id desc) as position from contacts
  where user_id = $1 and (last_message_id, contact_id) < ($2::bigint, $3::bigint)
  order by last_message_id desc, contact_id desc
  limit $4
) c
left join users u on u.id = c.contact_id and {{visible_user}}
cross join lateral (
  select (u.id is not null or c.last_message_id > 0) and ($5::text is null or coalesce(lower(u.user_name) like $5, false))
    and {{contact_not_blocked}} and c.request is null as shown offset 0
) k
left join messages m on m.id = c.last_message_id and k.shown
where k.shown or c.position = $4
order by c.last_message_id desc, c.contact_id desc

-- name: unreadCount
-- Counts the unread messages of the user $1, and the conversations with unread messages. Both are 0 if the user has switched off
-- notifications about messages. Message requests do not count, nor do muted chats, except a group whose unread messages mention
-- the user.
select coalesce(sum(k.unread_count), 0) as count, count(*) as conversations from (
  select c.unread_count from contacts c
  where c.user_id = $1 and c.unread_count > 0 and c.request is null and {{contact_not_blocked}} and {{chat_not_muted}}
  union all
  select c.unread_count from chat_members c
  where c.user_id = $1 and c.unread_count > 0 and ({{chat_not_muted}} or {{mentioned_there}})
) k where wanted($1, 'message', true)

-- name: contact_not_blocked
not coalesce((select true from blocks b where b.blocker_id = $1 and b.blocked_id = c.contact_id), false)
