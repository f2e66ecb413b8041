-- Statements of the job that notifies friends of birthdays.

-- name: notify(member, after, rows)
-- Notifies friends of the member $1 of the birthday, among the next $3 followers with ids above $2. A friend who has been notified in the
-- last months is not notified once more: `expired.sql` deletes the events of notifications after 90 days.
with reader as (
  select follower_id as id from follows where followed_id = $1 and follower_id > $2 order by follower_id limit $3
), notified as (
  select notify_member(reader.id, 'birthday', u.id, null, null) as done
  from reader
  join users r on r.id = reader.id and r.disabled_at is null and r.deleted_at is null
  join users u on u.id = $1 and u.birthday_for <> 'nobody' and {{visible_user for reader.id}} and {{not_muted for reader.id}}
    and {{follows_viewer for reader.id}}
  where not exists (
    select from notification_events e where e.recipient_id = reader.id and e.kind = 'birthday' and e.actor_id = u.id
  )
)
select max(reader.id) as "last!", count(*)::int as "rows!" from reader where (select count(*) from notified) >= 0
