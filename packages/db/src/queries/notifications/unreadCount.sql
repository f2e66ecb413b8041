-- $1 member; at most 100 are counted, of those that the list shows
select count(*) as count from (
  select from notifications n
  where n.recipient_id = $1 and n.read_at is null and exists (
    select from notification_events e
    join users u on u.id = e.actor_id and u.deleted_at is null and u.disabled_at is null
    where e.notification_id = n.id
  )
  limit 100
) unread
