-- name: message_columns
m.id, m.sender_id, m.receiver_id, m.content, m.created_at, m.client_id, m.read_at is not null as read_by_receiver

-- name: read_message_columns
-- As the viewer $1 reads them: a receipt does not cross a block.
m.id, m.sender_id, m.receiver_id, m.content, m.created_at, m.client_id, m.read_at is not null and (m.receiver_id = $1
    or coalesce((select false from blocks b where b.blocker_id = m.sender_id and b.blocked_id = m.receiver_id), true)
    and coalesce((select false from blocks b where b.blocker_id = m.receiver_id and b.blocked_id = m.sender_id), true)
  ) as read_by_receiver

-- name: send
-- $1 sender, $2 receiver, $3 content, $4 client id or null. Both contact rows are written in the order of their ids.
with living as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), sent as (
  insert into messages as m (sender_id, receiver_id, content, client_id)
  select $1, u.id, $3, $4 from living u where u.id = $2 and (select count(*) from living) = 2 and {{not_blocked}}
  on conflict (sender_id, client_id) do nothing
  returning {{message_columns}}
), listed as (
  insert into contacts (user_id, contact_id, last_message_id, unread_count)
  select pair.a, pair.b, sent.id, (pair.a = $2)::int
  from sent, (values (least($1, $2), greatest($1, $2)), (greatest($1, $2), least($1, $2))) pair (a, b)
  on conflict (user_id, contact_id) do update set
    last_message_id = greatest(contacts.last_message_id, excluded.last_message_id),
    unread_count = contacts.unread_count + excluded.unread_count
), pushed as (
  select record_push(receiver_id, 'message', sender_id) from sent
)
select sent.*, true as changed from sent left join pushed on true
union all
select {{read_message_columns}}, false from messages m
where m.sender_id = $1 and m.client_id = $4 and not exists (select from sent)
  and exists (select from living where id = $1)

-- name: conversation
-- $1 and $2 the two users, $3 before this id, $4 after this id, $5 rows
select {{read_message_columns}}
from messages m
where least(m.sender_id, m.receiver_id) = least($1::bigint, $2::bigint)
  and greatest(m.sender_id, m.receiver_id) = greatest($1::bigint, $2::bigint)
  and m.id < $3 and m.id > $4
order by m.id desc
limit $5

-- name: sentBy
-- $1 sender, $2 receiver, $3 before this id, $4 rows
select {{read_message_columns}}
from messages m
where m.sender_id = $1 and m.receiver_id = $2 and m.id < $3
order by m.id desc
limit $4

-- name: byId
-- $1 message
select {{message_columns}} from messages m where m.id = $1

-- name: newestId
select coalesce(max(id), 0) as id from messages

-- name: missed
-- $1 user, $2 after this id, $3 rows: the newest, oldest first; what the user sent from elsewhere too
select * from (
  (select {{read_message_columns}} from messages m where m.receiver_id = $1 and m.id > $2 order by m.id desc limit $3)
  union all
  (select {{read_message_columns}} from messages m where m.sender_id = $1 and m.id > $2 order by m.id desc limit $3)
  order by id desc limit $3
) newest
order by id

-- name: contacts
-- $1 user, $2 and $3 the last row's last_message_id and contact id, $4 rows, $5 name pattern in lower case. A deleted or
-- disabled contact has no name and no picture, and is listed only with a message; one whom the user blocked is not listed.
select c.contact_id, c.last_message_id, c.unread_count, u.user_name, u.picture_key, m.content, m.created_at, m.sender_id,
  k.shown, c.position
from (
  select *, row_number() over (order by last_message_id desc, contact_id desc) as position from contacts
  where user_id = $1 and (last_message_id, contact_id) < ($2::bigint, $3::bigint)
  order by last_message_id desc, contact_id desc
  limit $4
) c
left join users u on u.id = c.contact_id and {{visible_user}}
cross join lateral (
  select (u.id is not null or c.last_message_id > 0) and ($5::text is null or coalesce(lower(u.user_name) like $5, false))
    and {{contact_not_blocked}} as shown offset 0
) k
left join messages m on m.id = c.last_message_id and k.shown
where k.shown or c.position = $4
order by c.last_message_id desc, c.contact_id desc

-- name: markRead
-- $1 receiver, $2 message
with actor as (
  {{living_actor}}
), marked as (
  update messages set read_at = now()
  where id = $2 and receiver_id = (select id from actor) and read_at is null
  returning sender_id
), counted as (
  update contacts set unread_count = greatest(0, unread_count - 1)
  where user_id = $1 and contact_id = (select sender_id from marked)
)
select sender_id, exists (select from marked) as changed from messages where id = $2 and receiver_id = $1

-- name: markConversationRead
-- $1 receiver, $2 sender
with actor as (
  {{living_actor}}
), marked as (
  update messages set read_at = now()
  where receiver_id = (select id from actor) and sender_id = $2 and read_at is null
  returning id
), counted as (
  update contacts set unread_count = greatest(0, unread_count - (select count(*) from marked)::int)
  where user_id = $1 and contact_id = $2 and exists (select from marked)
)
select count(*) as marked, coalesce(max(id), 0) as up_to from marked

-- name: unreadCount
-- $1 user, and in how many conversations. None for who does not want to be told of messages.
select coalesce(sum(c.unread_count), 0) as count, count(*) as conversations
from contacts c where c.user_id = $1 and c.unread_count > 0 and {{contact_not_blocked}} and wanted($1, 'message', true)
