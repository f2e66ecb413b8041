-- Statements of the job that notifies friends of birthdays.

-- name: upcoming(months, days, member, friend, rows)
-- Lists the next $5 pairs, after the member $3 and the friend $4, of a member whose birthday, which friends see, is on one of the days $1
-- (months) and $2, and a friend who has not been notified of it, with the friend's time zone. A friend who has been notified in the last
-- months is left out: `expired.sql` deletes the events of notifications after 90 days.
select u.id as member_id, u.birth_month as "month!", u.birth_day as "day!", r.id as friend_id, r.time_zone
from (select distinct month, day from unnest($1::int[], $2::int[]) given (month, day)) today
join users u on u.birth_month = today.month and u.birth_day = today.day
join follows f on f.followed_id = u.id
join follows b on b.follower_id = u.id and b.followed_id = f.follower_id
join users r on r.id = f.follower_id
where u.birthday_for <> 'nobody' and u.disabled_at is null and u.deleted_at is null and r.disabled_at is null and r.deleted_at is null
  and (u.id, r.id) > ($3::bigint, $4::bigint)
  and not exists (
    select from notification_events e where e.recipient_id = r.id and e.kind = 'birthday' and e.actor_id = u.id
  )
order by u.id, r.id
limit $5

-- name: notify(members, friends)
-- Notifies each of the friends $2 of the birthday of the member at the same place in $1.
select notify_member(reader.id, 'birthday', u.id, null, null) as "notified!"
from unnest($1::bigint[], $2::bigint[]) reader (member_id, id)
join users r on r.id = reader.id and r.disabled_at is null and r.deleted_at is null
join users u on u.id = reader.member_id and u.birthday_for <> 'nobody' and {{visible_user for reader.id}} and {{not_muted for reader.id}}
  and {{follows_viewer for reader.id}}
