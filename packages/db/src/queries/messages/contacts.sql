-- Whoever is gone or shut out has no name and no picture, and stays only with what was written.
-- $1 member, $2 and $3 the last row's last_message_id and contact id, $4 rows, $5 name pattern in lower case
select c.contact_id, c.last_message_id, c.unread_count, u.user_name, u.picture_key,
  m.content, m.created_at, m.sender_id
from contacts c
left join users u on u.id = c.contact_id and u.deleted_at is null and u.disabled_at is null
left join messages m on m.id = c.last_message_id
where c.user_id = $1 and (c.last_message_id, c.contact_id) < ($2::bigint, $3::bigint)
  and (u.id is not null or c.last_message_id > 0)
  and ($5::text is null or lower(u.user_name) like $5)
order by c.last_message_id desc, c.contact_id desc
limit $4
