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
