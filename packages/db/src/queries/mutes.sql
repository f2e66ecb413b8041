-- name: add
-- $1 muter, $2 muted, $3 until when, 'infinity' for as long as nobody lifts it
with actor as (
  {{living_actor}}
)
insert into mutes (muter_id, muted_id, until)
select actor.id, u.id, $3 from actor join users u on u.id = $2 and u.id <> $1 and {{visible_user}}
on conflict (muter_id, muted_id) do update set until = excluded.until
returning until

-- name: remove
-- $1 muter, $2 muted
delete from mutes where muter_id = $1 and muted_id = $2 returning true as changed

-- name: list
-- $1 muter, $2 and $3 the last row's created_at and user id, $4 rows
select u.id, u.user_name, u.picture_key, m.created_at, nullif(m.until, 'infinity') as until
from mutes m join users u on u.id = m.muted_id and {{visible_user}}
where m.muter_id = $1 and m.until > now() and (m.created_at, m.muted_id) < ($2::timestamptz, $3::bigint)
order by m.created_at desc, m.muted_id desc
limit $4
