-- name: list(user, lastMessage, chat, rows, pattern?)
-- Lists the direct chats of the user $1 like `chats/list`, with less of each: at most $4 after the last_message_id $2 and the chat id
-- $3, also those without messages; only those of members with a name, without case and accents, that matches the pattern $5, unless it is null.
select c.contact_id as "contact_id!", c.chat_id, c.last_message_id, c.unread_count, u.user_name, u.display_name, u.picture_key, m.content as "content?", m.created_at as "created_at?", m.sender_id as "sender_id?",
  m.deleted_at, m.post_id is not null and m.deleted_at is null as "post!", k.shown as "shown!", c.position as "position!"
from (
  select *, row_number() over (order by last_message_id desc, chat_id desc) as position from memberships
  where user_id = $1 and contact_id is not null and (last_message_id, chat_id) < ($2, $3)
  order by last_message_id desc, chat_id desc limit $4
) c
left join users u on u.id = c.contact_id and {{visible_user}}
cross join lateral (
  select {{accepted_chat}} and (c.last_message_id > 0 or u.id is not null and exists (
      select from chats d where d.id = c.chat_id and ({{followed_by_viewer}} or {{follows_viewer}} or coalesce(d.maker_id = $1, false))))
    and ($5::text is null or coalesce(lower(u.user_name) like $5 or u.search_name like $5, false)) as shown offset 0
) k
left join messages m on m.id = c.last_message_id and k.shown
where k.shown or c.position = $4
order by c.last_message_id desc, c.chat_id desc
