-- name: add(muter, muted, until)
-- Mutes the member $2 for $1 until the time $3, which is 'infinity' for a mute without end.
with actor as (
  {{active_actor}}
)
insert into mutes (muter_id, muted_id, until)
select actor.id, u.id, $3 from actor join users u on u.id = $2 and u.id <> $1 and {{visible_user}}
on conflict (muter_id, muted_id) do update set until = excluded.until
returning until

-- name: list(owner, at, id, rows)
-- Lists the members whom $1 has muted, last muted first: at most $4 after the row with the created_at $2 and the user id $3.
select u.id, u.user_name as "user_name!", u.display_name, u.picture_key, k.created_at, k.muted_id as key_id, nullif(k.until, 'infinity') as until,
  u.id is not null as "shown!", k.position as "position!"
from (
  select *, row_number() over (order by created_at desc, muted_id desc) as position from mutes
  where muter_id = $1 and (created_at, muted_id) < ($2::timestamptz, $3::bigint)
  order by created_at desc, muted_id desc
  limit $4
) k
left join lateral (select * from users u where u.id = k.muted_id and k.until > now() and {{visible_user}} offset 0) u on true
where u.id is not null or k.position = $4
order by k.created_at desc, k.muted_id desc
