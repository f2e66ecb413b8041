-- $1 sender, $2 receiver, $3 content, $4 client id or null. Both contact rows are written in the order of their ids.
with living as materialized (
  select id from users where id in ($1, $2) and deleted_at is null and disabled_at is null order by id for key share
), sent as (
  insert into messages as m (sender_id, receiver_id, content, client_id)
  select $1, id, $3, $4 from living where id = $2 and (select count(*) from living) = 2
  on conflict (sender_id, client_id) do nothing
  returning {{message_columns}}
), listed as (
  insert into contacts (user_id, contact_id, last_message_id, unread_count)
  select pair.a, pair.b, sent.id, (pair.a = $2)::int
  from sent, (values (least($1, $2), greatest($1, $2)), (greatest($1, $2), least($1, $2))) pair (a, b)
  on conflict (user_id, contact_id) do update set
    last_message_id = greatest(contacts.last_message_id, excluded.last_message_id),
    unread_count = contacts.unread_count + excluded.unread_count
)
select *, true as changed from sent
union all
select {{message_columns}}, false from messages m
where m.sender_id = $1 and m.client_id = $4 and not exists (select from sent)
  and exists (select from living where id = $1)
