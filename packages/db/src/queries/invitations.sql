-- list: joined(viewer, before, rows)
-- Reads the next $3 members with ids below $2 who joined with an invitation of the viewer $1, newest first, and lists those whom $1 may
-- see.
select {{person_columns}}, k.shown as "shown!", u.position as "position!"
from (
  select *, row_number() over (order by id desc) as position from users where inviter_id = $1 and id < $2 order by id desc limit $3
) u
cross join lateral (select {{visible_user}} as shown offset 0) k
where k.shown or u.position = $3
order by u.id desc

-- list: newest(viewer, maxMembers, rows)
-- Lists the newest $3 members whom the viewer $1 may see and who joined within the last day, without $1; nobody on a server with more
-- than $2 members.
select {{person_columns}}
from (select * from users where deleted_at is null and disabled_at is null order by id desc limit 50) u
where u.created_at > now() - interval '1 day' and u.id <> $1 and u.email_confirmed and {{visible_user}} and {{not_muted}}
  and (select count(*) from (
    select from users where deleted_at is null and disabled_at is null order by id desc limit $2 + 1
  ) counted) <= $2
order by u.id desc
limit $3
