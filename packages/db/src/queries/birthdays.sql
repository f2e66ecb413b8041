-- Statements of the job that notifies friends of birthdays.

-- name: friends(members, member, friend, rows)
-- Lists the next $4 pairs, after the member $2 and the friend $3, of one of the members $1 and a friend who has not been notified of the
-- birthday, with the friend's time zone. A friend who has been notified in the last months is left out: `expired.sql` deletes the events of
-- notifications after 90 days.
select f.followed_id as member_id, r.id as friend_id, r.time_zone
from follows f
join follows b on b.follower_id = f.followed_id and b.followed_id = f.follower_id
join users r on r.id = f.follower_id and r.disabled_at is null and r.deleted_at is null
where f.followed_id = any ($1::bigint[]) and (f.followed_id, f.follower_id) > ($2::bigint, $3::bigint)
  and not exists (
    select from notification_events e where e.recipient_id = r.id and e.kind = 'birthday' and e.actor_id = f.followed_id
  )
order by f.followed_id, f.follower_id
limit $4

-- name: notify(members, friends)
-- Notifies each of the friends $2 of the birthday of the member at the same place in $1.
select notify_member(reader.id, 'birthday', u.id, null, null) as "notified!"
from unnest($1::bigint[], $2::bigint[]) reader (member_id, id)
join users r on r.id = reader.id and r.disabled_at is null and r.deleted_at is null
join users u on u.id = reader.member_id and u.birthday_for <> 'nobody' and {{visible_user for reader.id}} and {{not_muted for reader.id}}
  and {{follows_viewer for reader.id}}
