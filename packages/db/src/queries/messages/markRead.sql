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
